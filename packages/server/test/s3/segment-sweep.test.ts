import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createSegmentSweep } from '../../src/db/segments/segment-sweep.ts'
import { createStoreWatch } from '../../src/db/segments/store-watch.ts'
import { newSegmentId, segmentKey } from '../../src/db/segments/segment-keys.ts'
import { removeMails } from '../../src/features/mails/change/mail-change-store.ts'
import { createObjectStore } from '../../src/db/segments/object-store.ts'
import { readSourcesUrl, type SourcesAddress } from '../../src/lib/sources-url.ts'
import { startS3, type S3Server } from './s3-server.ts'
import { openElsewhere } from './sources-elsewhere.ts'

let s3: S3Server
// Building the server takes some minutes, once on each machine.
beforeAll(async () => void (s3 = await startS3()), 600_000)
afterAll(() => s3.stop())

const day = 24
const mailOf = (text: string) => `Subject: x\r\n\r\n${text}\r\n`

/** A store with a team, whose objects are in a folder of the test's. */
async function setUp(name: string) {
  const store = await openElsewhere({ sourcesUrl: s3.url({ prefix: `/${name}` }) })
  const { db, receive, sourceOf } = store
  const teamId = await store.newTeam()
  const { installation } = await db.sql
    .selectFrom('source_stores')
    .select('installation')
    .executeTakeFirstOrThrow()
  return {
    ...store,
    teamId,
    folder: `${name}/${installation}/`,
    objects: () => s3.objects(name).toSorted(),
    catchAll: (texts: string[]) => Promise.all(texts.map((text) => receive(teamId, mailOf(text)))),
    remove: (ids: number[]) => db.transaction((tx) => removeMails(tx, teamId, ids)),
    readAll: (ids: number[]) => Promise.all(ids.map((id) => sourceOf(teamId, id))),
  }
}

const words = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => `mail ${from + index} ${Math.random()}`)

test('an object without mail goes after a day of grace, and its row last', async () => {
  const { catchAll, remove, sweep, segments, objects } = await setUp('empty')
  const ids = await catchAll(words(3))
  await remove(ids)
  await sweep(3 * day)
  expect(await segments()).toMatchObject([{ state: 'ended' }])
  expect(objects()).toHaveLength(1)
  await sweep(4 * day + 1)
  expect(objects()).toEqual([])
  expect(await segments()).toEqual([])
})

test('the grace begins when the segment ends, however long its sweep takes', async () => {
  const { db, catchAll, remove, sweep, objects } = await setUp('long')
  await remove(await catchAll(words(3)))
  // Asked when the two first steps begin, and for the segment.
  const hours = [3 * day, 3 * day, 3 * day + 20, 3 * day + 20]
  const now = () => Date.now() + (hours.shift() ?? 0) * 60 * 60_000
  await db.sources.sweep({ now, signal: AbortSignal.timeout(5_000) })
  await sweep(4 * day + 1)
  expect(objects()).toHaveLength(1)
  await sweep(4 * day + 21)
  expect(objects()).toEqual([])
})

test('a segment with little left is rewritten, and the old object stays for readers under way', async () => {
  const { catchAll, remove, sweep, segments, objects, readAll, db } = await setUp('sparse')
  const texts = words(20)
  const ids = await catchAll(texts)
  const kept = ids.filter((_, index) => index % 5 === 0)
  await remove(ids.filter((id) => !kept.includes(id)))
  const [stored] = await db.sources.get(
    db.sql.selectFrom('mails').where('mails.id', '=', kept[0] ?? 0),
  )
  await sweep(3 * day)
  expect((await segments()).map(({ state }) => state).toSorted()).toEqual(['ended', 'kept'])
  expect(Buffer.from((await stored?.read()) ?? []).toString()).toBe(mailOf(texts[0] ?? ''))
  await sweep(4 * day + 1)
  expect(objects()).toHaveLength(1)
  const left = texts.filter((_, index) => index % 5 === 0).map(mailOf)
  expect(await readAll(kept)).toEqual(left)
})

test('a segment that is mostly alive is left alone for a month, and then holds nothing of deleted mail', async () => {
  const { catchAll, remove, sweep, segments } = await setUp('tidy')
  const [first = 0, ...others] = await catchAll(words(10))
  await remove([first])
  const before = await segments()
  await sweep(3 * day)
  expect(await segments()).toEqual(before)
  await sweep(32 * day)
  expect(await segments()).toMatchObject([{ state: 'ended' }, { state: 'kept' }])
  expect(others).toHaveLength(9)
})

test('eight small segments become one', async () => {
  const { teamId, receive, sweep, segments, readAll } = await setUp('small')
  const texts = words(9)
  const ids: number[] = []
  for (const text of texts) ids.push(await receive(teamId, mailOf(text)))
  expect(await segments()).toHaveLength(9)
  await sweep(3 * day)
  const kept = (await segments()).filter(({ state }) => state === 'kept')
  expect(kept).toHaveLength(1)
  expect(await readAll(ids)).toEqual(texts.map(mailOf))
})

test('an object that no batch named goes, but only when no batch can name it any more', async () => {
  const { folder, catchAll, sweep, objects, segments, readAll } = await setUp('orphans')
  const store = createObjectStore(readSourcesUrl(s3.url()) as SourcesAddress)
  const [orphan, foreign] = [newSegmentId(Date.now()), 'notes-of-an-operator.txt']
  await store.put(folder + segmentKey(orphan), Buffer.from('x'))
  await store.put(folder + foreign, Buffer.from('x'))
  const ids = await catchAll(['kept'])
  const all = objects()
  await sweep(0.5)
  expect(await segments()).toHaveLength(1)
  await sweep(2)
  expect(await segments()).toContainEqual({ id: orphan, state: 'ended', bytes: 0 })
  expect(objects()).toEqual(all)
  await sweep(day + 3)
  expect(objects()).toEqual(all.filter((name) => name !== orphan))
  expect(await readAll(ids)).toEqual([mailOf('kept')])
})

test('orphans are found soon, also when all objects before them were met in a quiet hour', async () => {
  const { folder, sweep, segments } = await setUp('quiet')
  const store = createObjectStore(readSourcesUrl(s3.url()) as SourcesAddress)
  const [first, second] = [newSegmentId(Date.now()), newSegmentId(Date.now() + 5)]
  await store.put(folder + segmentKey(first), Buffer.from('x'))
  await sweep(2)
  await store.put(folder + segmentKey(second), Buffer.from('x'))
  await sweep(3)
  expect((await segments()).map(({ id }) => id)).toEqual([first, second])
})

test('a server that begins its list again and again does not hold up the sweep', async () => {
  const { db, folder, segments } = await setUp('again')
  const store = createObjectStore(readSourcesUrl(s3.url()) as SourcesAddress)
  const orphan = newSegmentId(Date.now())
  await store.put(folder + segmentKey(orphan), Buffer.from('x'))
  const probe = async () => ({ writing: null, reading: null })
  const watch = createStoreWatch({ probe, log: pino({ level: 'silent' }) })
  onTestFinished(watch.stop)
  const sweep = createSegmentSweep({
    db,
    store: { ...store, list: (prefix) => store.list(prefix, '') },
    watch,
    folder,
    onError: (error) => expect.fail(String(error)),
  })
  const signal = AbortSignal.timeout(5_000)
  await sweep({ now: () => Date.now() + 2 * 60 * 60_000, signal })
  expect(signal.aborted).toBe(false)
  expect(await segments()).toMatchObject([{ id: orphan, state: 'ended' }])
})

test('a batch that comes when its object was taken for an orphan is refused whole', async () => {
  const { db, teamId } = await setUp('late')
  const id = newSegmentId(Date.now())
  const row = { id, bytes: 1, mails: '{}', created_at: 1, due_at: 1 }
  await db.sql
    .insertInto('source_segments')
    .values({ ...row, state: 'ended' })
    .execute()
  const late = db.write([
    { insert: 'source_segments', rows: [{ ...row, state: 'kept' }] },
    {
      insert: 'mail_sources',
      rows: [{ mail_id: 1, team_id: teamId, source: Buffer.from('x') }],
      packed: true,
    },
  ])
  await expect(late).rejects.toMatchObject({ code: '23505' })
  expect(await db.sql.selectFrom('mail_sources').select('mail_id').execute()).toEqual([])
})

test('a rewriting that cannot commit changes nothing, and its object goes as an orphan', async () => {
  const { db, catchAll, remove, sweep, segments, objects, readAll } = await setUp('uncommitted')
  const texts = words(10)
  const ids = await catchAll(texts)
  await remove(ids.slice(1))
  const refuse = sql`alter table mail_sources add constraint none check (mail_id = 0) not valid`
  await refuse.execute(db.sql)
  await sweep(3 * day)
  expect(objects()).toHaveLength(2)
  expect(await segments()).toMatchObject([{ state: 'kept' }])
  await sql`alter table mail_sources drop constraint none`.execute(db.sql)
  await sweep(7 * day)
  await sweep(9 * day)
  expect(objects()).toHaveLength(1)
  expect(await readAll(ids.slice(0, 1))).toEqual([mailOf(texts[0] ?? '')])
})

test('two processes that sweep at once lose nothing', async () => {
  const { catchAll, remove, sweep, readAll, segments, objects } = await setUp('twice')
  const texts = words(30)
  const ids = await catchAll(texts)
  await remove(ids.slice(5))
  await Promise.all([sweep(3 * day), sweep(3 * day), sweep(3 * day)])
  await sweep(5 * day)
  await sweep(8 * day)
  expect(await readAll(ids.slice(0, 5))).toEqual(texts.slice(0, 5).map(mailOf))
  expect((await segments()).filter(({ state }) => state === 'kept').length).toBeGreaterThan(0)
  expect(objects().length).toBe((await segments()).length)
})
