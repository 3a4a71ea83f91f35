import { getMail } from '@mailstop/contract'
import { expect, test } from 'vitest'
import { createBrowser } from '../clients/browser.ts'
import { startApp } from '../support/harness.ts'

async function start(env: Record<string, string> = {}) {
  const running = await startApp(env)
  const { api, team } = await running.signIn('ada')
  const browser = createBrowser(Number(new URL(running.origin).port))
  for (const [name, value] of api.cookies) browser.cookies.set(name, value)
  await browser.request('GET', '/sanctum/csrf-cookie')
  const post = (body: unknown, headers: Record<string, string> = {}, query = '') =>
    browser.request('POST', `/api/teams/${team.id}/mails${query}`, { body, headers })
  const mailOf = async (answer: { json: unknown }) => {
    const { data } = answer.json as { data: { id: number; marker: string } }
    const params = { team: String(team.id), mail: String(data.id) }
    return (await api.must(getMail, { params })).data
  }
  return { running, api, post, mailOf, team }
}

const rfc822 = { 'content-type': 'message/rfc822' }

test('a mail can be posted as json, from which it is made', async () => {
  const { post, mailOf } = await start()
  const answer = await post({
    from: { email: 'app@rocket.test', name: 'Räket' },
    to: ['you@customer.test', { email: 'two@customer.test', name: 'Two' }],
    cc: ['three@customer.test'],
    bcc: ['hidden@customer.test'],
    reply_to: ['help@rocket.test'],
    subject: 'Grüße',
    text: 'Hi',
    html: '<p>Hi <img src="cid:logo"></p>',
    headers: { 'X-Test-Run': '42', Date: 'Thu, 01 Jan 2026 00:00:00 +0000' },
    tags: ['run 42', 'ci'],
    attachments: [
      { content: 'data:image/png;base64,iVBORw0KGgo=', filename: 'l.png', content_id: 'logo' },
      { content: 'YSxi\r\nLGM=', filename: 'table.csv' },
      { content: '', filename: 'empty.bin', content_type: 'application/x-empty' },
    ],
  })
  expect(answer.status).toBe(201)
  const mail = await mailOf(answer)
  expect(mail.marker).toMatch(/^r/)
  expect(answer.json).toEqual({ data: { id: mail.id, marker: mail.marker } })
  expect(mail).toMatchObject({
    from: { name: 'Räket', address: 'app@rocket.test' },
    cc: [{ name: '', address: 'three@customer.test' }],
    bcc: [],
    reply_to: [{ name: '', address: 'help@rocket.test' }],
    subject: 'Grüße',
    date: '2026-01-01T00:00:00.000Z',
    envelope: {
      from: 'app@rocket.test',
      to: ['you@customer.test', 'two@customer.test', 'three@customer.test', 'hidden@customer.test'],
    },
    transcript: null,
    read_at: null,
  })
  const headers = new Map(mail.headers.map(({ name, value }) => [name, value]))
  expect([headers.get('X-Test-Run'), headers.get('X-Tags')]).toEqual(['42', 'run 42, ci'])
  expect([...headers.keys()]).not.toContain('Bcc')
  expect(
    mail.attachments.map(({ filename, content_type, size, inline }) => [
      filename,
      content_type,
      size,
      inline,
    ]),
  ).toEqual([
    ['l.png', 'image/png', 8, true],
    ['table.csv', 'text/csv', 5, false],
    ['empty.bin', 'application/x-empty', 0, false],
  ])
})

test('a mail can be posted as its source, which stays as it is', async () => {
  const { running, api, post, mailOf, team } = await start()
  const source = 'From: app@rocket.test\nTo: you@customer.test\nSubject: As is\n\nHi \xe9\n'
  const answer = await post(Buffer.from(source, 'latin1'), rfc822, '?to=a@b.test,%20c@b.test')
  expect(answer.status).toBe(201)
  const mail = await mailOf(answer)
  expect(mail.envelope).toEqual({ from: 'app@rocket.test', to: ['a@b.test', 'c@b.test'] })
  const path = `/api/teams/${team.id}/mails/${mail.id}/source`
  const cookie = [...api.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const kept = await fetch(running.origin + path, { headers: { cookie } })
  expect(Buffer.from(await kept.arrayBuffer()).toString('latin1')).toBe(source)
})

test('what is wrong with a posted mail is refused by its name', async () => {
  const { post } = await start({ TEAM_MAX_MAILS: '1' })
  const json = { from: 'a@b.test', to: ['c@d.test'], subject: 'x' }
  const code = async (...asked: Parameters<typeof post>) => {
    const { status, json: body } = await post(...asked)
    const { code: given, errors } = body as { code?: string; errors?: object }
    return [status, given, Object.keys(errors ?? {})]
  }
  expect(await code({ ...json, headers: { From: 'x' } })).toEqual([
    422,
    'invalid',
    ['headers.From'],
  ])
  expect(await code(json, {}, '?to=x@y.test')).toEqual([422, 'invalid', ['to']])
  expect(await code(Buffer.from(''), rfc822)).toEqual([422, 'invalid', ['body']])
  expect(await code('From: a@b.test\r\n\r\nx', rfc822, '?to=')).toEqual([422, 'invalid', ['to.0']])
  expect(await code(json, { 'idempotency-key': 'x'.repeat(101) })).toEqual([
    422,
    'invalid',
    ['idempotency-key'],
  ])
  expect(await code('x', { 'content-type': 'text/plain' })).toEqual([
    415,
    'unsupported_media_type',
    [],
  ])
  expect(await code(Buffer.alloc(26 * 1024 * 1024, 'x'), rfc822)).toEqual([413, 'too_large', []])
  const large = { ...json, text: 'x'.repeat(10 * 1024 * 1024) }
  expect(await code(large)).toEqual([413, 'too_large', []])
  expect((await post(json, { 'idempotency-key': 'one' })).status).toBe(201)
  expect(await code(json)).toEqual([409, 'conflict', []])
  // The first with this key has its place already.
  expect((await post(json, { 'idempotency-key': 'one' })).status).toBe(201)
})

test('what all workers of a test run post at the same moment is kept', async () => {
  const { post } = await start()
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, worker) =>
      post({ from: 'a@b.test', to: [`worker${worker}@d.test`], subject: 'x' }),
    ),
  )
  expect(answers.filter(({ status }) => status !== 201)).toEqual([])
})

test('json of very many fields is refused as a whole, and none of them is named', async () => {
  const { post } = await start()
  const headers = Object.fromEntries(Array.from({ length: 6_000 }, (_, n) => [`a b${n}`, 1]))
  const mail = { from: 'app@rocket.test', to: ['you@customer.test'] }
  const answer = await post({ ...mail, headers })
  expect(answer).toMatchObject({
    status: 400,
    json: { code: 'bad_request', message: 'The body has too many fields.' },
  })
})
