import { getProfile, login, register } from '@mailstop/contract'
import { describe, expect, test } from 'vitest'
import { startApp } from '../../../../test/support/harness.ts'
import { alikeDatabases } from '../../../../test/support/product-databases.ts'

const password = 'a long enough password'
const account = { name: 'Ann', password, password_confirmation: password }

const linkIn = (printed: string[]) => {
  const text = /http\S+\/register\S+/.exec(printed.join('\n'))?.[0]
  return text === undefined ? null : new URL(text)
}

describe.each(alikeDatabases)('the link for the first account on $dialect', ({ open }) => {
  test('makes that account, verified, while registration is closed, and no other', async () => {
    const env = { ...(await open()), ADMIN_EMAIL: 'ann@example.test', REGISTRATION: 'closed' }
    const { printed, client, origin, app } = await startApp(env)
    const link = linkIn(printed)
    expect(link?.origin).toBe(origin)
    expect(link?.searchParams.get('email')).toBe('ann@example.test')
    const invite = link?.searchParams.get('invite') ?? ''

    const ask = (email: string, token: string) =>
      client().call(register, { body: { ...account, email, invite: token } })
    expect(await ask('eve@example.test', invite)).toMatchObject({ status: 403 })
    expect(await ask('ann@example.test', `${invite}x`)).toMatchObject({ status: 403 })
    expect(await app.operations['users.list'].run({}, nothing)).toEqual([])

    expect(await ask('Ann@example.test', invite)).toMatchObject({ ok: true })
    const api = client()
    await api.must(login, { body: { email: 'ann@example.test', password } })
    const { data } = await api.must(getProfile, {})
    expect(data.email_verified_at).not.toBeNull()
    expect(await ask('ann@example.test', invite)).toMatchObject({ status: 403 })

    if (!Object.hasOwn(env, 'DATABASE_URL')) return
    const second = await startApp(env)
    expect(linkIn(second.printed)).toBeNull()
  })
})

test('the link works although a stranger registered first', async () => {
  const { printed, client } = await startApp({ ADMIN_EMAIL: 'ann@example.test' })
  const body = { ...account, email: 'eve@example.test' }
  await client().must(register, { body })
  const invite = linkIn(printed)?.searchParams.get('invite') ?? ''
  const own = { ...account, email: 'ann@example.test', invite }
  const api = client()
  await api.must(register, { body: own })
  await api.must(login, { body: { email: own.email, password } })
  expect((await api.must(getProfile, {})).data.email_verified_at).not.toBeNull()
})

test('without ADMIN_EMAIL there is no link', async () => {
  const { printed } = await startApp()
  expect(linkIn(printed)).toBeNull()
})

const nothing = { upload: (async function* () {})(), signal: new AbortController().signal }
