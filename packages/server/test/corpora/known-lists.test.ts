import { join } from 'node:path'
import {
  createInbox,
  createToken,
  deleteMail,
  getMailMarker,
  updateInbox,
  updateMail,
} from '@mailstop/contract'
import { expect, test } from 'vitest'
import { runOnFile } from '../access/stores.ts'
import { startApp } from '../support/harness.ts'
import { sendMail } from '../clients/send-mail.ts'

test('a list, a count or a mail that has not changed is answered with 304', async () => {
  const running = await startApp()
  const { api, team } = await running.signIn('ada')
  const { response } = await sendMail(running.smtpPort, team, { subject: 'One' })
  const mail = String(/queued as (\d+)/.exec(response)?.[1])
  const params = { team: String(team.id), mail }
  const base = `/api/teams/${team.id}/mails`
  const paths = ['', '?q=one', '?q=on:2026-01-01', '/count', '/count?q=one', `/${mail}`]
  const tags = new Map<string, string>()
  const cookie = () => [...api.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  async function ask(path: string): Promise<number> {
    const known = tags.get(path)
    const headers = { cookie: cookie(), ...(known !== undefined && { 'if-none-match': known }) }
    const answer = await fetch(running.origin + base + path, { headers })
    const text = await answer.text()
    const tag = answer.headers.get('etag')
    if (tag !== null) tags.set(path, tag)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(text === '').toBe(answer.status === 304)
    return answer.status
  }
  const askAll = async () => Promise.all(paths.map(ask))
  const all = (status: number) => paths.map(() => status)

  expect(await askAll()).toEqual(all(200))
  expect(new Set(tags.values()).size).toBe(paths.length)
  expect(await askAll()).toEqual(all(304))
  await api.must(updateMail, { params, body: { read: true } })
  expect(await askAll()).toEqual(all(200))
  expect(await askAll()).toEqual(all(304))
  await sendMail(running.smtpPort, team, { subject: 'Two' })
  expect(await askAll()).toEqual(all(200))

  // The time changes what these select.
  for (const path of ['?q=newer_than:7d', '?q=one+on:today', '/count?q=-older_than:1h']) {
    await ask(path)
    expect([path, tags.get(path)]).toEqual([path, undefined])
  }
  await api.must(deleteMail, { params })
  expect(await askAll()).toEqual([...all(200).slice(1), 404])
})

test('an inbox that is made or renamed makes other answers, and so does a token of one inbox', async () => {
  const running = await startApp()
  const { api, team } = await running.signIn('ada')
  await sendMail(running.smtpPort, team, { subject: 'One' })
  const params = { team: String(team.id) }
  const { data: whole } = await api.must(createToken, {
    params,
    body: { name: 'all', scopes: ['mail:read'] },
  })
  async function ask(token: string, path: string, known = '') {
    const headers = { authorization: `Bearer ${token}`, 'if-none-match': known }
    const answer = await fetch(`${running.origin}/api/teams/current/mails${path}`, { headers })
    return { status: answer.status, tag: answer.headers.get('etag') ?? '' }
  }
  const list = await ask(whole.token, '')
  const search = await ask(whole.token, '?q=in:staging')
  expect((await ask(whole.token, '', list.tag)).status).toBe(304)
  const { data: inbox } = await api.must(createInbox, { params, body: { name: 'stage' } })
  const { status, tag } = await ask(whole.token, '', list.tag)
  expect(status).toBe(200)
  await api.must(updateInbox, {
    params: { ...params, inbox: String(inbox.id) },
    body: { name: 'staging' },
  })
  expect((await ask(whole.token, '?q=in:staging', search.tag)).status).toBe(200)
  const { tag: latest } = await ask(whole.token, '', tag)
  const { data: bound } = await api.must(createToken, {
    params,
    body: { name: 'one', scopes: ['mail:read'], inbox: inbox.id },
  })
  expect((await ask(whole.token, '', latest)).status).toBe(304)
  expect((await ask(bound.token, '', latest)).status).toBe(200)
})

test('what a client has is nothing to those who may not read it', async () => {
  const running = await startApp()
  const { api, team } = await running.signIn('ada')
  const other = await running.signIn('eve')
  const path = `/api/teams/${team.id}/mails`
  const cookies = ({ cookies: jar }: typeof api) =>
    [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
  const known = await fetch(running.origin + path, { headers: { cookie: cookies(api) } })
  const tag = known.headers.get('etag') ?? ''
  expect(tag).toMatch(/^W\/"\d+-[\w-]{16}"$/)
  for (const [client, status] of [
    [api, 304],
    [other.api, 404],
  ] as const) {
    const headers = { cookie: cookies(client), 'if-none-match': tag }
    expect((await fetch(running.origin + path, { headers })).status).toBe(status)
  }
})

test('what is known of one team is nothing to the token of another, for whom `current` is another team', async () => {
  const running = await startApp()
  const tokens = await Promise.all(
    ['ada', 'eve'].map(async (name) => {
      const { api, team } = await running.signIn(name)
      const body = { name: 'CI', scopes: ['mail:read' as const] }
      const { data } = await api.must(createToken, { params: { team: String(team.id) }, body })
      return data.token
    }),
  )
  const ask = (token: string | undefined, tag = '') =>
    fetch(`${running.origin}/api/teams/current/mails`, {
      headers: { authorization: `Bearer ${token}`, 'if-none-match': tag },
    })
  const tag = (await ask(tokens[0])).headers.get('etag') ?? ''
  expect((await ask(tokens[0], tag)).status).toBe(304)
  expect((await ask(tokens[1], tag)).status).toBe(200)
})

test('what may not be asked for is refused, whatever the client has', async () => {
  const running = await startApp()
  const { api, team } = await running.signIn('ada')
  await sendMail(running.smtpPort, team, { subject: 'One' })
  const params = { team: String(team.id) }
  const { marker } = (await api.must(getMailMarker, { params })).data
  const cookie = [...api.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  async function ask(path: string): Promise<number> {
    const headers = { cookie, 'if-none-match': '*' }
    return (await fetch(`${running.origin}/api/teams/${team.id}/mails${path}`, { headers })).status
  }
  const after = [`?after=${marker}`, `/count?after=${marker}`]
  expect(await Promise.all(after.map(ask))).toEqual([304, 304])
  // As the sweep does after a day.
  await runOnFile(
    join(running.dataDir, 'mailstop.sqlite'),
    'update team_counters set arrivals_from = revision + 1',
  )
  expect(await Promise.all(after.map(ask))).toEqual([410, 410])
  expect(await Promise.all(['?page=0', '?q="', '/424242'].map(ask))).toEqual([422, 422, 404])
})
