import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createPin, createToken, getCounters, tokenScope } from '@mailstop/contract'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { newPostgres } from '../support/databases.ts'
import { startApp } from '../support/harness.ts'
import { sendMail } from '../clients/send-mail.ts'

/** The store takes mail, and no words of it, as on a disk with a little room. */
async function takingNoWords() {
  const running = await startApp()
  const store = new DatabaseSync(join(running.dataDir, 'mailstop.sqlite'), { timeout: 10_000 })
  store.exec(`create trigger no_words before delete on mails_to_index
    begin select raise(abort, 'no room for words'); end`)
  store.close()
  return { ...running, lose: async () => {} }
}

/** The words of mail were damaged, and are not made again yet. */
async function losingWords() {
  const url = await newPostgres()
  const env = { DATABASE_URL: url, APP_KEY: Buffer.alloc(32, 7).toString('base64') }
  async function lose(): Promise<void> {
    const store = new Client({ connectionString: url })
    await store.connect()
    await store.query(`with lost as (delete from new_words returning mail_ids)
      insert into mails_to_index select unnest(mail_ids) from lost`)
    await store.end()
  }
  return { ...(await startApp(env)), lose }
}

test.each([
  ['SQLite', takingNoWords],
  ['Postgres', losingWords],
])(
  'on %s no question of words denies mail that waits for its words',
  { timeout: 120_000 },
  async (_, start) => {
    const { origin, smtpPort, signIn, lose } = await start()
    const { api, team } = await signIn('ada')
    const params = { team: String(team.id) }
    const body = { name: 'Test', scopes: [...tokenScope.options] }
    const { token } = (await api.must(createToken, { params, body })).data
    await api.must(createPin, { params, body: { type: 'q', query: 'parcel' } })

    async function ask(path: string, method = 'GET', question?: object) {
      const headers = {
        authorization: `Bearer ${token}`,
        ...(question && { 'content-type': 'application/json' }),
        accept: 'application/json, text/event-stream',
      }
      const asked = { method, headers, ...(question && { body: JSON.stringify(question) }) }
      const response = await fetch(`${origin}${path}`, asked)
      const text = await response.text()
      const reply: unknown = text.startsWith('{') ? JSON.parse(text) : text
      return { status: response.status, reply }
    }
    const own = (path: string, method?: string) => ask(`/api/teams/${team.id}/mails${path}`, method)
    const answers = (reply: unknown) => ({ status: 200, reply })

    const begun = (await own('/marker')).reply as { data: { marker: string } }
    await sendMail(smtpPort, team, { subject: 'Order 1', text: 'The parcel is on its way.' })
    await lose()

    const order = { subject: 'Order 1' }
    const one = { data: [order], meta: { total: 1, total_is_exact: true } }
    expect(await own('?q=parcel')).toMatchObject(answers(one))
    expect(await own('?q=-parcel')).toMatchObject(answers({ data: [], meta: { total: 0 } }))
    expect(await own('/count?q=parcel')).toMatchObject(answers({ data: { total: 1 } }))
    const counters = await api.must(getCounters, { params, query: {} })
    expect(counters.data.pinned).toMatchObject([{ unread: 1 }])
    expect(await own('/latest?q=parcel')).toMatchObject(answers({ data: order }))
    const wait = `/wait?q=parcel&timeout=50&after=${begun.data.marker}`
    expect(await own(wait)).toMatchObject(answers({ data: order }))
    expect(await own(`${wait}&count=0`)).toMatchObject({
      status: 409,
      reply: { code: 'unexpected_mail' },
    })
    expect(await ask('/mailpit/api/v1/search?query=parcel')).toMatchObject(
      answers({ messages_count: 1 }),
    )
    expect(await ask('/mailhog/api/v2/search?kind=containing&query=parcel')).toMatchObject(
      answers({ total: 1 }),
    )
    const tool = { name: 'search_mails', arguments: { q: 'parcel' } }
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: tool }
    expect(JSON.stringify((await ask('/mcp', 'POST', call)).reply)).toContain('Order 1')
    expect(await own('?q=parcel', 'DELETE')).toMatchObject(
      answers({ message: '1 message deleted' }),
    )
  },
)
