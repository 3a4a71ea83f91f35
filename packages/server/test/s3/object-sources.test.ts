import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { globSync, rmSync } from 'node:fs'
import { connect, createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { getMail, listMails } from '@mailstop/contract'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { newPostgres } from '../support/databases.ts'
import { startApp } from '../support/harness.ts'
import { sendMail } from '../clients/send-mail.ts'
import { mountSmallDisk } from '../disk-faults/small-disk.ts'
import { startS3, type S3Server } from './s3-server.ts'
import { openElsewhere } from './sources-elsewhere.ts'

let s3: S3Server
// Building the server takes some minutes, once on each machine.
beforeAll(async () => void (s3 = await startS3()), 600_000)
afterAll(() => s3.stop())

const mailOf = (text: string) => `Subject: x\r\n\r\n${text}\r\n`

test('mails that are caught together are one object, and each is read from a range of it', async () => {
  const { db, newTeam, receive, sourceOf } = await openElsewhere({
    sourcesUrl: s3.url({ prefix: '/one' }),
  })
  const teamId = await newTeam()
  const texts = Array.from({ length: 40 }, (_, index) => mailOf(`text ${index} `.repeat(index * 9)))
  const ids = await Promise.all(texts.map((text) => receive(teamId, text)))
  expect(s3.objects('one')).toHaveLength(1)
  expect(await Promise.all(ids.map((id) => sourceOf(teamId, id)))).toEqual(texts)
  const [key = ''] = s3.objects('one')
  expect(key).toMatch(/^[0-9a-f-]{36}$/)
  const rows = await db.sql.selectFrom('mail_sources').select('source').execute()
  expect(Math.max(...rows.map(({ source }) => source.length))).toBe(29)
})

test('sources that were kept in rows before stay readable, and a start without the object store is refused', async () => {
  const before = await openElsewhere()
  const teamId = await before.newTeam()
  const old = await before.receive(teamId, mailOf('old'))
  const { databaseUrl } = before
  const sourcesUrl = s3.url({ prefix: '/mixed' })
  const { receive, sourceOf } = await openElsewhere({ databaseUrl, sourcesUrl })
  const id = await receive(teamId, mailOf('new'))
  expect(await sourceOf(teamId, old)).toBe(mailOf('old'))
  expect(await sourceOf(teamId, id)).toBe(mailOf('new'))
  // A process that was started before: it says what it cannot do.
  await expect(before.sourceOf(teamId, id)).rejects.toThrow('SOURCES_URL')
  await expect(openElsewhere({ databaseUrl })).rejects.toThrow('SOURCES_URL is not set')
  const other = s3.url({ prefix: '/other' })
  await expect(openElsewhere({ databaseUrl, sourcesUrl: other })).rejects.toThrow(
    'without the mail',
  )
})

test('the newest object may be lost: its mail cannot be opened, and the start goes on', async () => {
  const sourcesUrl = s3.url({ prefix: '/lost' })
  const { newTeam, receive, databaseUrl, segments } = await openElsewhere({ sourcesUrl })
  const teamId = await newTeam()
  const first = await receive(teamId, mailOf('first'))
  const last = await receive(teamId, mailOf('last'))
  const newest = (await segments()).at(-1)?.id ?? ''
  const [object = ''] = globSync(`**/${newest}`, { cwd: s3.folderOf('lost') })
  rmSync(join(s3.folderOf('lost'), object))
  const { sourceOf } = await openElsewhere({ databaseUrl, sourcesUrl })
  expect(await sourceOf(teamId, first)).toBe(mailOf('first'))
  await expect(sourceOf(teamId, last)).rejects.toThrow('no such object')
})

test('a key or a bucket that cannot be right is refused at the start, and no secret is said', async () => {
  const wrong = openElsewhere({ sourcesUrl: s3.url({ secret: 'wrong-secret' }) })
  const { message } = await wrong.then(
    () => new Error('started'),
    (error: Error) => error,
  )
  expect(message).toMatch(/SOURCES_URL.*403/)
  expect(message).not.toContain('wrong-secret')
  const noBucket = s3.url().replace('/mail?', '/none?')
  await expect(openElsewhere({ sourcesUrl: noBucket })).rejects.toThrow('404 NoSuchBucket')
})

test('while the object store is away mail is refused at once, lists go on, and nothing needs a restart', async () => {
  const url = await newPostgres()
  const env = {
    DATABASE_URL: url,
    SOURCES_URL: s3.url({ prefix: '/away' }),
    APP_KEY: randomBytes(32).toString('base64'),
  }
  const { origin, smtpPort, signUp } = await startApp(env)
  const { api, team } = await signUp()
  const params = { team: String(team.id) }
  const send = (subject: string) => sendMail(smtpPort, team, { subject, text: 'x'.repeat(5_000) })
  const roles = ['http', 'smtp', 'worker']
  const ready = async () => (await fetch(new URL('/readyz', origin))).json()
  const list = async () => (await api.must(listMails, { params, query: {} })).data
  await send('first')
  const [mail] = await list()
  const open = () => api.call(getMail, { params: { ...params, mail: String(mail?.id) } })
  expect(await ready()).toEqual({ status: 'ok', roles })

  await s3.kill()
  await expect(send('lost')).rejects.toMatchObject({ responseCode: 451 })
  await expect(send('lost')).rejects.toMatchObject({ responseCode: 451 })
  expect(await open()).toMatchObject({ status: 503, error: { code: 'unavailable' } })
  expect(await ready()).toEqual({ status: 'ok', roles, impaired: ['sources'] })
  expect((await list()).map(({ subject }) => subject)).toEqual(['first'])

  await s3.start()
  await expect.poll(ready, { timeout: 10_000 }).toEqual({ status: 'ok', roles })
  await send('second')
  expect(await open()).toMatchObject({ ok: true })
  expect((await list()).map(({ subject }) => subject)).toEqual(['second', 'first'])
})

test('an object store that stands still holds up one batch, and refuses the next at once', async () => {
  const sourcesMs = { put: 1_000, get: 1_000, probe: 500 }
  const sourcesUrl = s3.url({ prefix: '/still' })
  // Other tests need it, also when this one fails.
  onTestFinished(s3.thaw)
  const { newTeam, receive, sourceOf, segments } = await openElsewhere({ sourcesUrl, sourcesMs })
  const teamId = await newTeam()
  const id = await receive(teamId, mailOf('before'))
  s3.freeze()
  await expect(receive(teamId, mailOf('x'))).rejects.toThrow('does not answer in time')
  const all = Array.from({ length: 50 }, () => receive(teamId, mailOf('x')).catch(() => null))
  expect(new Set(await Promise.all(all))).toEqual(new Set([null]))
  s3.thaw()
  await expect
    .poll(() => receive(teamId, mailOf('after')).catch(() => null), { timeout: 10_000 })
    .not.toBeNull()
  expect(await sourceOf(teamId, id)).toBe(mailOf('before'))
  expect((await segments()).length).toBeGreaterThanOrEqual(2)
})

test('a connection that is cut in the middle of an object leaves no mail', async () => {
  const cutting = { bytes: Infinity }
  const proxy = createServer((client) => {
    const server = connect(s3.port, '127.0.0.1')
    let passed = 0
    client.on('data', (bytes) => {
      passed += bytes.length
      if (passed > cutting.bytes) [client, server].forEach((socket) => socket.destroy())
      else server.write(bytes)
    })
    server.pipe(client)
    for (const socket of [client, server]) socket.on('error', () => {})
    client.on('close', () => server.destroy())
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void proxy.close())
  const { port } = proxy.address() as AddressInfo
  const sourcesUrl = s3.url({ port, prefix: '/cut' })
  const { db, newTeam, receive } = await openElsewhere({ sourcesUrl })
  const teamId = await newTeam()
  cutting.bytes = 300_000
  const large = randomBytes(2_000_000).toString('base64')
  await expect(receive(teamId, mailOf(large))).rejects.toThrow('SOURCES_URL')
  expect(await db.sql.selectFrom('mails').select('id').execute()).toEqual([])
  expect(s3.objects('cut')).toEqual([])
})

test('while the disk of the object store is full mail is refused, and what there is can be read', async (context) => {
  const disk = mountSmallDisk(context, 8)
  const full = await startS3(disk.folder)
  onTestFinished(() => full.kill())
  const { newTeam, receive, sourceOf } = await openElsewhere({ sourcesUrl: full.url() })
  const teamId = await newTeam()
  const id = await receive(teamId, mailOf('before'))
  disk.fill()
  const large = randomBytes(200_000).toString('base64')
  await expect(receive(teamId, mailOf(large))).rejects.toThrow('SOURCES_URL')
  expect(await sourceOf(teamId, id)).toBe(mailOf('before'))
  disk.free()
  await expect
    .poll(() => receive(teamId, mailOf(large)).catch(() => null), { timeout: 10_000 })
    .not.toBeNull()
})

test('a team whose mail the database refuses causes no further objects', async () => {
  const sourcesUrl = s3.url({ prefix: '/refused' })
  const { db, newTeam, receive, sourceOf } = await openElsewhere({ sourcesUrl })
  const teamId = await newTeam()
  const gone = 999_999
  const sent = [receive(gone, mailOf('x')), receive(teamId, mailOf('kept')), receive(gone, 'x')]
  const [lost, kept, alsoLost] = await Promise.allSettled(sent)
  expect([lost?.status, alsoLost?.status]).toEqual(['rejected', 'rejected'])
  const id = kept?.status === 'fulfilled' ? kept.value : 0
  expect(await sourceOf(teamId, id)).toBe(mailOf('kept'))
  expect(s3.objects('refused')).toHaveLength(1)
  expect(await db.sql.selectFrom('source_segments').select('id').execute()).toEqual([])
})

test('of a batch that is written again in parts, one names the object, and the others need none', async () => {
  const { db, newTeam } = await openElsewhere({ sourcesUrl: s3.url({ prefix: '/again' }) })
  const teamId = await newTeam()
  const sources = ['a', 'b', 'c'].map((text, index) => ({
    mail_id: index + 1,
    team_id: teamId,
    source: new Uint8Array(Buffer.from(text)),
  }))
  const refused = await db.sources.put(sources)
  const first = await db.sources.put(sources.slice(0, 2))
  const second = await db.sources.put(sources.slice(2))
  const placed = [{ insert: 'source_segments' }, { insert: 'mail_sources', packed: true }]
  expect(refused).toMatchObject(placed)
  expect(first).toMatchObject(placed)
  expect(second).toEqual([{ insert: 'mail_sources', rows: sources.slice(2) }])
  expect(s3.objects('again')).toHaveLength(1)
  // A mail to two teams has the same bytes twice.
  const other = await db.sources.put(sources.slice(0, 1).map((one) => ({ ...one, mail_id: 9 })))
  expect(other).toMatchObject(placed)
  expect(s3.objects('again')).toHaveLength(2)
})
