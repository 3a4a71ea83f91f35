import {
  createToken,
  deleteMails,
  forwardMail,
  getMail,
  getToken,
  importMails,
  listMails,
  listTeams,
  listTokens,
  requestPath,
  restoreMails,
  sendTestMail,
  tokenScope,
  updateMails,
  type TokenScope,
} from '@mailstop/contract'
import { expect, test } from 'vitest'
import type { ApiClient } from '../clients/api-client.ts'
import { startApp } from '../support/harness.ts'
import { sendMail } from '../clients/send-mail.ts'

const params = { team: 'current' }

/** A team of Ada's with three mails, and a program with a token of it. */
async function setUp({
  scopes = tokenScope.options,
  env = {},
}: { scopes?: readonly TokenScope[]; env?: Record<string, string> } = {}) {
  const running = await startApp(env)
  const { api, team } = await running.signIn('ada')
  for (const subject of ['One', 'Two', 'Three']) {
    await sendMail(running.smtpPort, team, { subject, text: 'x' })
  }
  const program = await programOf(running, api, team.id, scopes)
  return { ...running, api, team, program }
}

async function programOf(
  { client }: { client: (headers: Record<string, string>) => ApiClient },
  api: ApiClient,
  team: number,
  scopes: readonly TokenScope[],
) {
  const body = { name: 'CI', scopes: [...scopes] }
  const { data } = await api.must(createToken, { params: { team: String(team) }, body })
  return client({ authorization: `Bearer ${data.token}` })
}

const subjects = async (api: ApiClient) =>
  (await api.must(listMails, { params })).data.map(({ subject }) => subject)

test('a program says which mail to delete: an empty variable does not empty the team', async () => {
  const { program } = await setUp()
  const empty = [
    {},
    { rcpt: '' },
    { q: ' ' },
    { sndr: '*' },
    { up_to: '424242' },
    { filter: 'all' as const },
  ]
  for (const query of empty) {
    const refused = await program.call(deleteMails, { params, query, body: {} })
    expect(refused).toMatchObject({
      status: 422,
      error: { errors: { all: ['Pass ids, a selection, or all=true'] } },
    })
  }
  const both = { params, query: { all: 'true' as const, q: 'subject:One' }, body: {} }
  expect(await program.call(deleteMails, both)).toMatchObject({ status: 422 })
  expect(await subjects(program)).toEqual(['Three', 'Two', 'One'])

  const query = { q: 'subject:One' }
  expect(await program.must(deleteMails, { params, query, body: {} })).toMatchObject({ count: 1 })
  const { data } = await program.must(listMails, { params })
  const ids = data.slice(0, 1).map(({ id }) => id)
  await program.must(deleteMails, { params, body: { ids } })
  expect(await subjects(program)).toEqual(['Two'])
  const all = await program.must(deleteMails, { params, query: { all: 'true' }, body: {} })
  expect(all.count).toBe(1)
  await program.must(restoreMails, { params, body: { deletion: all.deletion } })
  expect(await subjects(program)).toEqual(['Two'])
})

test('a program reads, marks, imports and knows itself, and no more', async () => {
  const { program, api, team } = await setUp({ scopes: ['mail:read', 'mail:write', 'mail:send'] })
  expect((await program.must(getToken, {})).data).toMatchObject({
    name: 'CI',
    scopes: ['mail:read', 'mail:write', 'mail:send'],
    team: { id: team.id, name: team.name, code: team.code },
  })
  const marked = await program.must(updateMails, { params, body: { read: true } })
  expect(marked.count).toBe(3)
  const path = requestPath(importMails.path, { params, query: { import: 'x' } })
  const imported = await fetch(program.origin + path, {
    method: 'POST',
    headers: { ...program.headers, 'content-type': 'application/octet-stream' },
    body: 'Subject: Imported\r\n\r\nx',
  })
  expect(await imported.json()).toMatchObject({ data: { imported: 1, failed: 0 } })
  expect(await subjects(program)).toContain('Imported')
  expect(
    await program.call(deleteMails, { params, query: { all: 'true' }, body: {} }),
  ).toMatchObject({
    status: 403,
    error: { code: 'missing_scope', needs: ['mail:delete'] },
  })
  for (const forUsers of [program.call(sendTestMail, { params }), program.call(listTeams, {})]) {
    expect(await forUsers).toMatchObject({ error: { code: 'missing_scope', needs: [] } })
  }
  // The team sees its work without a name, and its token as used.
  const listed = await api.must(listTokens, { params: { team: String(team.id) } })
  expect(listed.data).toMatchObject([{ last_used_address: '127.0.0.1' }])
})

test('a program forwards for the account that made its token, within the limits of that', async () => {
  const { program, api, team } = await setUp({
    env: { MAIL_URL: 'smtp://127.0.0.1:1', FORWARDS_TO_STRANGERS_PER_USER: '4' },
  })
  const { data: mails } = await program.must(listMails, { params })
  const mail = String(mails[0]?.id)
  const body = { email: 'dev@customer.test' }
  await program.must(forwardMail, { params: { ...params, mail }, body })
  const { data } = await api.must(getMail, { params: { team: String(team.id), mail } })
  expect(data.forwards).toMatchObject([{ email: 'dev@customer.test', by: 'ada' }])
  // A quarter of four, as the account is young.
  const more = { params: { team: String(team.id), mail }, body: { email: 'qa@customer.test' } }
  expect(await api.call(forwardMail, more)).toMatchObject({ status: 429 })
})

test('in open mode a program may have a token, which lets it change mail without a session', async () => {
  const running = await startApp({}, { mode: 'open' })
  const api = running.client()
  const { data: teams } = await api.must(listTeams, {})
  const program = await programOf(running, api, teams[0]?.id ?? 0, ['mail:read', 'mail:delete'])
  await sendMail(running.smtpPort, { smtp_username: 'any', smtp_password: 'x' }, { subject: 'One' })
  expect(await subjects(program)).toEqual(['One'])
  await program.must(deleteMails, { params, query: { all: 'true' }, body: {} })
  expect(await subjects(program)).toEqual([])

  const account = { name: 'Ada', email: 'ada@example.test', password: 'correct horse battery' }
  expect(await running.app.endOpenMode(account)).toBe(true)
  expect(await program.call(getToken, {})).toMatchObject({ error: { code: 'bad_token' } })
})
