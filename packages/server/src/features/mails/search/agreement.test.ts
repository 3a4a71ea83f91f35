import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { describeEachDatabase } from '../../../../test/databases.ts'
import { insertVerifiedTeam } from '../../../../test/factories.ts'
import { fuzzRuns } from '../../../../test/fuzz-runs.ts'
import { means, type ModelMail } from '../../../../test/search-model.ts'
import { searchTrees } from '../../../../test/search-trees.ts'
import type { Database } from '../../../db/database.ts'
import { countFound, countUnreadFound, searchMails } from './search-store.ts'
import { createEvents, type ReceivedEntry } from '../../../events.ts'
import { setMark, trashMails } from '../mail-change-store.ts'
import { changeTags } from '../mail-tag-changes.ts'
import { createIntake } from '../mail-intake.ts'
import { mailOfRow, meets, wholeMail } from '../waits/mail-match.ts'
import { findWaited } from '../waits/waited-mail-store.ts'
import { searchMeaning } from './meaning.ts'

// FUZZ_RUNS=5000 asks 5,000 questions of 2,000 mails.
const queries = fuzzRuns(150)
const mailCount = queries > 1_000 ? 2_000 : 200
const now = Date.UTC(2026, 10, 20, 12)
const dayMs = 86_400_000

const words =
  'red reduce reducer green greenhouse order orders ordering verify été straße 日本語 日本 abacus ab a 2026 x1'.split(
    ' ',
  )
const word = fc.oneof(
  fc.constantFrom(...words),
  fc.constantFrom('ada@rocket.test', "o'neil", 'red-green', 'rocket', 'gre', 'ord', 'nowhere', '!'),
)

const some = (most: number) =>
  fc.array(fc.constantFrom(...words), { maxLength: most }).map((all) => all.join(' '))
const address = fc.constantFrom('ada@rocket.test', 'bob@rocket.test', 'red.green@order.test')
const tagged = fc.option(some(3))

const anyMail = fc.record({
  from: address,
  to: fc.array(address, { minLength: 1, maxLength: 2 }),
  cc: fc.array(address, { maxLength: 2 }),
  login: fc.option(some(3)),
  tags: fc.subarray(['red', 'Run-1', 'run 2', 'A.b@C']),
  subject: some(4),
  body: some(12),
  tag: tagged,
  listId: tagged,
  hasAttachment: fc.boolean(),
  hasLink: fc.boolean(),
  age: fc.integer({ min: 0, max: 60 * 24 }),
  /** Hours between the Date header and the arrival. */
  late: fc.option(fc.oneof(fc.constant(0), fc.integer({ min: -99, max: 9_999 }))),
  read: fc.boolean(),
  flagged: fc.boolean(),
  /** Tagged by hand; the tag `red` is taken away then. */
  taggedLate: fc.boolean(),
  trashed: fc.integer({ min: 0, max: 9 }).map((chance) => chance === 0),
})
type AnyMail = typeof anyMail extends fc.Arbitrary<infer T> ? T : never

function sourceOf(mail: AnyMail, datedAt: number | null): Uint8Array {
  const text = mail.hasLink ? `${mail.body}\r\nhttps://link.test/` : mail.body
  const lines = [
    `From: ${mail.from}`,
    `To: ${mail.to.join(', ')}`,
    ...(mail.cc.length > 0 ? [`Cc: ${mail.cc.join(', ')}`] : []),
    `Subject: ${mail.subject}`,
    ...(datedAt === null ? [] : [`Date: ${new Date(datedAt).toUTCString()}`]),
    ...(mail.tag === null ? [] : [`X-Tag: ${mail.tag}`]),
    ...(mail.tags.length > 0 ? [`X-Tags: ${mail.tags.join(', ')}`] : []),
    ...(mail.listId === null ? [] : [`List-Id: ${mail.listId}`]),
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    'Content-Type: text/plain; charset=utf-8',
    '',
    text,
    ...(mail.hasAttachment ? ['--b', 'Content-Disposition: attachment', '', 'file'] : []),
    '--b--',
  ]
  return new Uint8Array(Buffer.from(lines.join('\r\n')))
}

type Times = { receivedAt: number; datedAt: number | null }

function timesOf({ age, late }: AnyMail): Times {
  const receivedAt = now - Math.floor((age / 24) * dayMs)
  // The header has seconds.
  const sent = Math.floor(receivedAt / 1_000) * 1_000
  return { receivedAt, datedAt: late === null ? null : sent - late * 3_600_000 }
}

/** After the changes by hand. The first mail has a tag of its own. */
function tagsOf({ tags, taggedLate }: AnyMail, isFirst: boolean): string[] {
  const changed = taggedLate ? [...tags.filter((tag) => tag !== 'red'), 'late'] : tags
  return isFirst ? [...changed, 'rare'] : changed
}

function modelOf(mail: AnyMail, size: number, times: Times): ModelMail {
  return {
    ...mail,
    // The envelope names the recipients once more.
    cc: mail.cc,
    to: mail.to,
    login: mail.login ?? '',
    body: mail.hasLink ? `${mail.body} https://link.test/` : mail.body,
    headers: {
      ...(mail.tag !== null && { 'X-Tag': mail.tag }),
      ...(mail.listId !== null && { 'List-Id': mail.listId }),
    },
    size,
    ...times,
  }
}

async function caught(db: Database, teamId: number, mails: AnyMail[]) {
  const events = createEvents((error) => {
    throw error
  })
  const entries = new Map<number, ReceivedEntry>()
  events.on('mailReceived', ({ mailId, entry }) => entry && entries.set(mailId, entry))
  const intake = createIntake({ db, events })
  const kept = await Promise.all(
    mails.map(async (mail, index) => {
      const times = timesOf(mail)
      const { receivedAt } = times
      const source = sourceOf(mail, times.datedAt)
      const tags = tagsOf(mail, index === 0)
      const model = { ...modelOf(mail, source.length, times), tags }
      const envelope = { from: '', to: [] }
      const { login } = mail
      const { id } = await intake.receive({ teamId, envelope, login, source, receivedAt })
      return { id, mail, model }
    }),
  )
  const idsWith = (has: (mail: AnyMail) => boolean) =>
    kept.filter(({ mail }) => has(mail)).map(({ id }) => id)
  await db.transaction(async (tx) => {
    await setMark(
      tx,
      teamId,
      idsWith(({ read }) => read),
      'read_at',
      now,
    )
    await setMark(
      tx,
      teamId,
      idsWith(({ flagged }) => flagged),
      'flagged_at',
      now,
    )
    const late = idsWith(({ taggedLate }) => taggedLate)
    await changeTags(tx, teamId, late, { add_tags: ['late'], remove_tags: ['Red'] })
    await changeTags(tx, teamId, [kept[0]?.id ?? 0], { add_tags: ['rare'] })
    await trashMails(
      tx,
      teamId,
      idsWith(({ trashed }) => trashed),
      now,
    )
  })
  const rows = await findWaited(
    db.sql,
    teamId,
    kept.map(({ id }) => id),
  )
  const rowOf = new Map(rows.map((row) => [row.id, row]))
  return kept
    .filter(({ mail }) => !mail.trashed)
    .map(({ id, model }) => {
      const row = rowOf.get(id)
      const entry = entries.get(id)
      if (!row || !entry) throw new Error(`Mail ${id} was not kept`)
      return { id, model, whole: wholeMail(row, entry.words), known: mailOfRow(row) }
    })
    .toSorted((a, b) => b.id - a.id)
}

/** Zones with and without summer time, at two ends of the world. */
const anyZone = fc.constantFrom(
  'UTC',
  'America/New_York',
  'Europe/Berlin',
  'Africa/Cairo',
  'Pacific/Kiritimati',
)

/** Now and then: it looks at every mail. */
const fewly = fc.integer({ min: 0, max: 9 }).map((chance) => chance === 0)

describeEachDatabase('a search', (open) => {
  test('finds what a plain model finds, newest first, in the mail of its team only', async () => {
    const db = await open()
    const teamId = await insertVerifiedTeam(db, 1)
    const other = await insertVerifiedTeam(db, 2)
    const sample = fc.sample(anyMail, { numRuns: mailCount, seed: 1 })
    const kept = await caught(db, teamId, sample)
    await caught(db, other, sample.slice(0, 50))
    const scope = { ...db, teamId }
    const limit = mailCount * 2

    await fc.assert(
      fc.asyncProperty(searchTrees(word), anyZone, fewly, async (tree, timeZone, fewRows) => {
        const clock = { now, timeZone }
        const search = searchMeaning(tree, clock)
        fc.pre(search !== null)
        const expected = kept.filter(({ model }) => means(tree, model, clock) ?? true)
        const ids = expected.map(({ id }) => id)
        expect(await searchMails(scope, search, { limit, fewRows })).toEqual(ids)
        // A wait decides by one mail alone, and by its row where that is enough.
        expect(kept.filter(({ whole }) => meets(search, whole)).map(({ id }) => id)).toEqual(ids)
        const decided = kept.filter(({ known }) => meets(search, known) !== null)
        expect(decided.filter(({ known }) => meets(search, known))).toEqual(
          decided.filter(({ id }) => ids.includes(id)),
        )
        expect(await countFound(scope, search, { limit, fewRows })).toBe(expected.length)
        const unread = expected.filter(({ model }) => !model.read)
        expect(await countUnreadFound(scope, search, { limit, fewRows })).toBe(unread.length)
      }),
      { numRuns: queries },
    )
  }, 1_800_000)
})
