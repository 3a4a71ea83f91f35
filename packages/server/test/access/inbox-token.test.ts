import {
  createInbox,
  createToken,
  deleteInbox,
  deleteMail,
  getMail,
  getMailMarker,
  listMails,
  tokenScope,
  wholeTeamScopes,
  type AnyEndpoint,
} from '@mailstop/contract'
import { describe, expect, test } from 'vitest'
import { createBrowser, type RequestOptions } from '../clients/browser.ts'
import { sendMail } from '../clients/send-mail.ts'
import { urlOf } from '../drop-ins/drop-in-call.ts'
import { mailcatcherCalls } from '../mailcatcher/mailcatcher-calls.ts'
import { maildevCalls } from '../maildev/maildev-calls.ts'
import { mailhogCalls } from '../mailhog/mailhog-calls.ts'
import { mailosaurCalls } from '../mailosaur/mailosaur-calls.ts'
import { mailpitCalls } from '../mailpit/mailpit-calls.ts'
import { endpoints } from '../routes/endpoints.ts'
import { namesIn, nameOf, rightRequest } from '../routes/right-request.ts'
import { routeTable } from '../routes/route-table.ts'
import { alikeStores, type OnStore } from './stores.ts'
import { neverWas } from './world.ts'

/** What belongs to the team, which a token of one inbox neither reads nor changes. */
const ofTheTeam = [
  'PATCH /api/teams/{team}/tags',
  'DELETE /api/teams/{team}/tags',
  'GET /api/teams/{team}/tag-rules',
  'POST /api/teams/{team}/tag-rules',
  'PATCH /api/teams/{team}/tag-rules/{tag_rule}',
  'DELETE /api/teams/{team}/tag-rules/{tag_rule}',
  'GET /api/teams/{team}/inspection-settings',
  'PATCH /api/teams/{team}/inspection-settings',
  'GET /api/teams/{team}/scenarios',
  'GET /api/teams/{team}/drills',
  'GET /api/teams/{team}/drills/{drill}',
  'GET /api/teams/{team}/guards',
  'POST /api/teams/{team}/guards',
  'POST /api/teams/{team}/guards/dry-runs',
  'GET /api/teams/{team}/guards/{guard}/exceptions',
  'POST /api/teams/{team}/guards/{guard}/exceptions',
  'DELETE /api/teams/{team}/guards/{guard}/exceptions/{mail}',
  'PATCH /api/teams/{team}/guards/{guard}',
  'DELETE /api/teams/{team}/guards/{guard}',
]

/** A word of every mail, tag, address and name of the other inbox, and of nothing else. */
const foreign = 'foreign'

const { mail, deletion, inbox } = neverWas
const noMail = { mail, deletion, inbox }

/** A team with two inboxes, each with a mail and a deletion, and a token of the second. */
async function setUp({ running }: OnStore) {
  const { api, team } = await running.signIn('ada')
  const params = { team: String(team.id) }
  const first = {
    smtp_username: `${team.smtp_username}+${foreign}`,
    smtp_password: team.smtp_password,
  }
  const { data: inbox } = await api.must(createInbox, { params, body: { name: 'mine' } })
  const { username, password } = inbox.credentials
  const mine = { smtp_username: `${username}+own`, smtp_password: password }
  const { data: start } = await api.must(getMailMarker, { params })

  async function fill(login: typeof mine, word: string) {
    const attachments = [{ filename: `${word}.txt`, content: word }]
    const mail = { from: `${word}@rocket.test`, to: `you@${word}.test`, text: word, attachments }
    for (const subject of [`${word} kept`, `${word} gone`]) {
      await sendMail(running.smtpPort, login, { ...mail, subject })
    }
    const query = { subject: `${word} gone` }
    const [gone] = (await api.must(listMails, { params, query })).data
    const lost = String(gone?.id)
    const { deletion } = await api.must(deleteMail, { params: { ...params, mail: lost } })
    const [kept] = (await api.must(listMails, { params, query: { q: word } })).data
    const mailId = String(kept?.id)
    const { data } = await api.must(getMail, { params: { ...params, mail: mailId } })
    return { mail: mailId, lost, deletion, key: data.attachments[0]?.key ?? '', kind: 'text' }
  }
  const others = { ...(await fill(first, foreign)), inbox: '1', code: team.code }
  const own = { ...(await fill(mine, 'own')), inbox: String(inbox.id), code: inbox.code }
  const body = {
    name: 'CI',
    scopes: tokenScope.options.filter((scope) => !wholeTeamScopes.includes(scope)),
    inbox: inbox.id,
  }
  const { data: made } = await api.must(createToken, { params, body })
  const { data: whole } = await api.must(createToken, { params, body: { ...body, inbox: null } })
  const browser = createBrowser(Number(new URL(running.origin).port))
  const authorization = `Bearer ${made.token}`
  const asker =
    (token: string) =>
    (method: string, path: string, { headers = {}, ...sent }: RequestOptions = {}) =>
      browser.request(method, path, {
        ...sent,
        headers: { ...headers, authorization: `Bearer ${token}` },
      })
  const [ask, askOfTeam] = [asker(made.token), asker(whole.token)]
  const askRoute = (endpoint: AnyEndpoint, values: Record<string, string>) => {
    const { path, options } = rightRequest(endpoint, { ...neverWas, ...params, ...values })
    const headers = { ...options.headers, authorization }
    return browser.request(endpoint.method, path, { ...options, headers })
  }
  return { api, params, start, own, others, ask, askOfTeam, askRoute, body }
}

/** Everything that is stored of the mail of the first inbox. */
async function othersMail({ run }: OnStore) {
  const ofOthers = 'select id from mails where inbox_id = 1'
  return Promise.all([
    run('select * from mails where inbox_id = 1 order by id'),
    run(`select * from mail_tags where mail_id in (${ofOthers}) order by mail_id, key`),
    run(`select count(*) as count from mail_forwards where mail_id in (${ofOthers})`),
  ])
}

describe.each(alikeStores)('a token of one inbox, on $name', ({ start }) => {
  test('reads, counts and changes the mail of that inbox alone, by every route', async () => {
    const store = await start()
    const { own, others, ask, askRoute } = await setUp(store)
    const before = await othersMail(store)
    const refused: string[] = []
    for (const [name, endpoint] of endpoints) {
      const { scope } = endpoint
      if (scope === undefined || scope === 'any' || wholeTeamScopes.includes(scope)) continue
      const { answers = 200 } = routeTable[name] ?? {}
      const names = namesIn(endpoint).filter((each) => ['mail', 'deletion', 'inbox'].includes(each))
      const theirs = names.length > 0 ? await askRoute(endpoint, { ...own, ...others }) : null
      const never = names.length > 0 ? await askRoute(endpoint, { ...own, ...noMail }) : null
      expect([name, theirs?.status, theirs?.text]).toEqual([name, never?.status, never?.text])
      const answer = await askRoute(endpoint, own)
      expect([name, answer.text]).toEqual([name, expect.not.stringContaining(foreign)])
      const isNever = namesIn(endpoint).some(
        (each) => each !== 'team' && each in neverWas && !(each in own),
      )
      if (answer.status === 403) refused.push(nameOf(endpoint))
      expect([name, [403, isNever ? 404 : answers], answer.text]).toEqual([
        name,
        expect.arrayContaining([answer.status]),
        answer.text,
      ])
      // A mail that was deleted comes back for the next.
      await ask('POST', `/api/teams/current/mails/restore`, { body: { ids: [Number(own.mail)] } })
    }
    expect(refused.toSorted()).toEqual(ofTheTeam.toSorted())
    expect(await othersMail(store)).toEqual(before)
  }, 240_000)

  test('finds nothing of the others in counts, tags, waits, deletions and the trash', async () => {
    const store = await start()
    const { start: at, own, others, ask, params } = await setUp(store)
    const before = await othersMail(store)
    const mails = `/api/teams/${params.team}/mails`
    const json = async (...asked: Parameters<typeof ask>) => (await ask(...asked)).json
    expect(await json('GET', mails)).toMatchObject({
      data: [{ subject: 'own kept' }],
      meta: { total: 1 },
    })
    expect(await json('GET', `${mails}?q=${foreign}`)).toMatchObject({
      data: [],
      meta: { total: 0 },
    })
    expect(await json('GET', `${mails}?q=-in:mine`)).toMatchObject({ data: [], meta: { total: 0 } })
    for (const query of ['', '?inbox=mine']) {
      expect(await json('GET', `${mails}/count${query}`)).toMatchObject({ data: { total: 1 } })
    }
    expect(await json('GET', `/api/teams/current/tags`)).toMatchObject({
      data: [{ name: 'own', total: 1 }],
    })
    expect(await json('GET', `${mails}/deleted`)).toMatchObject({ data: [{ count: 1 }] })
    const wait = `${mails}/wait?to=you@${foreign}.test&after=${at.marker}&timeout=0`
    const silent = await ask('GET', wait)
    expect(silent.json).toMatchObject({ code: 'no_mail', near: [] })
    expect(silent.text).not.toContain(foreign)
    for (const body of [{ ids: [Number(others.lost)] }, { deletion: others.deletion }]) {
      expect(await json('POST', `${mails}/restore`, { body })).toMatchObject({ count: 0 })
    }
    const named = { ids: [Number(others.mail), Number(own.mail)] }
    const marked = await json('PATCH', mails, { body: { ...named, read: true } })
    expect(marked).toMatchObject({ count: 1 })
    expect(await json('DELETE', mails, { body: named })).toMatchObject({ count: 1 })
    expect(await json('DELETE', `${mails}?all=true`)).toMatchObject({ count: 0 })
    expect(await othersMail(store)).toEqual(before)
  }, 60_000)

  test('is told the same of the name of another inbox as of a name that none has', async () => {
    const { ask } = await setUp(await start())
    for (const path of ['mails', 'mails/count', 'mails/latest', 'mails/wait']) {
      const [theirs, never] = await Promise.all(
        ['main', 'nowhere'].map((name) => ask('GET', `/api/teams/current/${path}?inbox=${name}`)),
      )
      expect([theirs?.status, theirs?.text]).toEqual([422, never?.text])
    }
  }, 60_000)

  test('has an idempotency key and a file to import for itself, and posts into its inbox', async () => {
    const store = await start()
    const { api, params, ask, askOfTeam } = await setUp(store)
    const mail = { from: 'a@rocket.test', to: ['b@rocket.test'], subject: 'Posted', text: 'x' }
    const headers = { 'content-type': 'application/octet-stream' }
    for (const asks of [askOfTeam, ask]) {
      const posted = { ...mail, text: String(asks === ask) }
      const post = { body: posted, headers: { 'idempotency-key': 'one' } }
      expect((await asks('POST', '/api/teams/current/mails', post)).status).toBe(201)
      const file = { body: 'Subject: Imported\r\n\r\nx', headers }
      const imported = await asks('POST', '/api/teams/current/imports?import=x', file)
      expect(imported.json).toMatchObject({ data: { imported: 1, already_there: 0 } })
    }
    const { data } = await api.must(listMails, { params, query: { inbox: 'mine' } })
    expect(data.map(({ subject }) => subject).toSorted()).toEqual([
      'Imported',
      'Posted',
      'own kept',
    ])
  }, 60_000)

  test('sees its inbox through the APIs of other tools, and that of agents', async () => {
    const store = await start()
    const { own, others, ask } = await setUp(store)
    const before = await othersMail(store)
    const apis = [
      ['', mailpitCalls],
      ['/mailcatcher', mailcatcherCalls],
      ['/maildev', maildevCalls],
      ['/mailhog', mailhogCalls],
      ['/mailosaur', mailosaurCalls],
    ] as const
    for (const [prefix, calls] of apis) {
      for (const call of calls) {
        const urls = [others, { mail: neverWas.mail, code: 'aaaaaaaa' }, own].map(
          ({ mail, code }) => urlOf(call, { id: mail, server: code }),
        )
        const sent = call.body === undefined ? {} : { body: call.body }
        const [theirs, never, mine] = [
          await ask(call.method, prefix + urls[0], sent),
          await ask(call.method, prefix + urls[1], sent),
          await ask(call.method, prefix + urls[2], sent),
        ]
        const at = [prefix, call.method, call.path]
        const isNamed = /\{(?:id|server)\}/.test(call.path)
        expect([...at, theirs.status]).toEqual([...at, isNamed ? never.status : theirs.status])
        for (const { text } of [theirs, mine]) {
          expect([...at, text]).toEqual([...at, expect.not.stringContaining(foreign)])
        }
        await ask('POST', `/api/teams/current/mails/restore`, { body: { ids: [Number(own.mail)] } })
      }
    }
    const counts = await ask('GET', '/api/v1/messages')
    expect(counts.json).toMatchObject({ total: 1, messages_count: 1, tags: ['own'] })
    expect((await ask('GET', '/mailhog/api/v2/messages')).text).toMatch(/^{"total":1,/)
    expect((await ask('GET', '/mailosaur/api/servers')).json).toMatchObject({
      items: [{ id: own.code, messages: 1 }],
    })

    const id = Number(others.mail)
    const tools = {
      search_mails: { q: foreign },
      get_mail: { id },
      wait_for_mail: { q: foreign, timeout_s: 0 },
      get_link: { id },
      get_attachment: { id, key: others.key },
      check_mail: { id },
      mark_mail: { ids: [id], read: true },
      delete_mails: { ids: [id] },
      smtp_settings: {},
    }
    for (const [name, given] of Object.entries(tools)) {
      const params = { name, arguments: given }
      const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
      const { text } = await ask('POST', '/mcp', { body })
      expect([name, text]).toEqual([name, expect.stringContaining('"result"')])
      expect([name, text]).toEqual([name, expect.not.stringContaining(foreign)])
    }
    expect(await othersMail(store)).toEqual(before)
  }, 120_000)

  test('ends with its inbox, is made of no other, and manages none', async () => {
    const { api, params, own, ask, body } = await setUp(await start())
    for (const wrong of [
      { inbox: 424_242 },
      ...wholeTeamScopes.map((scope) => ({ scopes: [scope] })),
    ]) {
      const answer = await api.call(createToken, { params, body: { ...body, ...wrong } })
      expect(answer.status).toBe(422)
    }
    expect((await ask('GET', '/api/token')).json).toMatchObject({
      data: { inbox: { id: Number(own.inbox), name: 'mine' } },
    })
    const path = `/api/teams/current/inboxes/${own.inbox}`
    expect((await ask('DELETE', path)).status).toBe(403)
    await api.must(deleteInbox, {
      params: { ...params, inbox: own.inbox },
    })
    expect((await ask('GET', '/api/token')).status).toBe(401)
  }, 60_000)
})
