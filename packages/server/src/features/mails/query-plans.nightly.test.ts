import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { describeEachDatabase } from '../../../test/support/databases.ts'
import { filledTeam } from '../../../test/searching/filled-team.ts'
import { aboutMails, plansOf, sorting, wholeTable } from '../../../test/searching/query-plans.ts'
import type { Database, Sql, Tx } from '../../db/database.ts'
import { not, type MailSearch, type RowTest } from './find/mail-condition.ts'
import { countFound, countUnreadFound, searchMails } from './find/search-store.ts'
import {
  purgeMails,
  removeMails,
  restoreMails,
  setMark,
  trashMails,
} from './change/mail-change-store.ts'
import { readCounters } from './rows/mail-count-store.ts'
import { changeTags } from './change/mail-tag-changes.ts'
import { changeMarks } from './rows/mark-store.ts'
import { listDeletedMails } from './rows/deletion-store.ts'
import { listTeamTags } from './rows/tag-store.ts'
import {
  listExpired,
  listOldTrash,
  listOverflow,
  listTrashed,
  oldestMailIds,
} from './rows/mail-ids-store.ts'
import {
  countMailsAbove,
  findMail,
  findMails,
  listMails,
  listMailsAbove,
  listRecipients,
  listSenders,
} from './rows/mail-store.ts'
import { listPage } from './show/offset-page-store.ts'

type Asked = { db: Database; store: Sql; teamId: number; ids: number[] }
type Step = (asked: Asked) => Promise<unknown>

const row = (test: RowTest): MailSearch => ({ kind: 'row', test })
const all = (...parts: MailSearch[]): MailSearch => ({ kind: 'all', parts })
const word: MailSearch = { kind: 'words', words: { words: ['shipped'], prefix: false } }
const tagged = row({ tag: 'run42' })
const oneOfTags: MailSearch = { kind: 'any', parts: [tagged, row({ tag: 'run43' })] }
const guarded = row({ mark: 'guard:run42' })
const partOfWord = row({ within: 'subject', text: 'hippe' })
const inFirst = row({ inboxes: [1] })
const inSecond = row({ inboxes: [2] })
const unread = row({ is: 'unread' })
const flagged = row({ is: 'flagged' })

const page = { start: { by: 'page' as const, page: 1 }, perPage: 25 }
const above = { unread: false, above: 9_000 }
const cursor = { start: { by: 'cursor' as const, beforeId: 9_000 }, perPage: 25 }

const search =
  (what: MailSearch, bounds: { below?: number; limit?: number } = {}): Step =>
  ({ db, store, teamId }) =>
    searchMails({ ...db, sql: store, teamId }, what, { limit: 1_000, ...bounds })

/** Queries that are asked often, with the index that has to answer them. */
const questions: [string, string | RegExp, Step][] = [
  ['a list', 'kept_mails', ({ store, teamId }) => listMails(store, teamId, false, page)],
  [
    'a list further down',
    'kept_mails',
    ({ store, teamId }) => listMails(store, teamId, false, cursor),
  ],
  [
    'the mails just above one',
    'kept_mails',
    ({ store, teamId }) => listMailsAbove(store, teamId, { ...above, limit: 25 }),
  ],
  [
    'the unread mails just above one',
    'unread_mails',
    ({ store, teamId }) => listMailsAbove(store, teamId, { ...above, unread: true, limit: 25 }),
  ],
  [
    'the list of unread mail',
    'unread_mails',
    ({ store, teamId }) => listMails(store, teamId, true, page),
  ],
  ['the ids of all mail', 'kept_mails', search(all(), { below: 20_000, limit: 200 })],
  [
    'the ids of all that is unread',
    'unread_mails',
    search(all(unread), { below: 20_000, limit: 100 }),
  ],
  ['the ids of all that is read', 'kept_mails', search(all(not(unread)))],
  ['the ids of all that is not flagged', 'kept_mails', search(all(not(flagged)))],
  [
    'the ids of all mail received since a day',
    'kept_mails',
    search(all(row({ column: 'received_at', atLeast: 1e6 }))),
  ],
  [
    'the ids of all mail dated on some days',
    'kept_mails',
    search(
      all(
        row({ column: 'dated_at', atLeast: 1e6 }),
        not(row({ column: 'dated_at', atLeast: 9e6 })),
      ),
    ),
  ],
  ['the ids of all that is flagged', 'flagged_mails', search(all(flagged))],
  [
    'what one deletion took',
    'trash_of_teams',
    ({ store, teamId }) =>
      listTrashed(store, teamId, 1, { inbox: null, below: null, limit: 1_000 }),
  ],
  [
    'the mails of one deletion as they are listed',
    'trash_of_teams',
    ({ store, teamId }) => listDeletedMails(store, teamId, 1, null),
  ],
  [
    'what was deleted long ago',
    'trashed_mails',
    ({ store }) => listOldTrash(store, { teamId: null, before: 1, limit: 200 }),
  ],
  [
    'mail that is too old',
    'mails_by_arrival',
    ({ store, teamId }) => listExpired(store, teamId, { before: 3e7, limit: 500 }),
  ],
  [
    'mail that is too much',
    'kept_mails',
    ({ store, teamId }) => listOverflow(store, teamId, { inbox: null, kept: 100, limit: 500 }),
  ],
  [
    'the oldest mail of a team',
    'mails_by_arrival',
    ({ store, teamId }) => oldestMailIds(store, teamId, { upTo: 1e9, limit: 500 }),
  ],
]

/** On SQLite the index of words leads; on Postgres it is asked about the newest mails first. */
const searches: [string, MailSearch, { below?: number }][] = [
  ['a word', word, {}],
  ['a word further down', word, { below: 20_000 }],
  ['a word in unread mail', all(word, unread), {}],
  ['a word in flagged mail', all(word, flagged), {}],
  ['a part of a word', partOfWord, {}],
  ['a part of a word further down', partOfWord, { below: 20_000 }],
  ['a tag', tagged, {}],
  ['a tag further down', all(tagged), { below: 20_000 }],
  ['a tag in unread mail', all(tagged, unread), {}],
  ['a word in mail of a tag', all(word, tagged), {}],
  ['one of two tags', all(oneOfTags), {}],
  ['an inbox', inSecond, {}],
  ['the first inbox', inFirst, {}],
  ['one of two inboxes', row({ inboxes: [1, 2] }), {}],
  ['a word in an inbox', all(word, inSecond), {}],
  ['a word in the first inbox', all(word, inFirst), {}],
  ['unread mail of an inbox', all(inSecond, unread), {}],
  ['a word in other inboxes', all(word, not(inSecond)), {}],
  ['a guard', guarded, {}],
  ['a word in mail of a guard', all(word, guarded), {}],
  ['a word in mail without a tag', all(word, not(tagged)), {}],
]

/** What is done to mails that are named by their ids. */
const changes: [string, (tx: Tx, asked: Asked) => Promise<unknown>][] = [
  ['marking', (tx, { teamId, ids }) => setMark(tx, teamId, ids, 'read_at', 1)],
  [
    'marks of programs',
    (tx, { teamId, ids }) =>
      changeMarks(
        tx,
        teamId,
        new Map(ids.map((id) => [id, { add: [{ key: 'guard:a' }], remove: ['b'] }])),
      ),
  ],
  ['tagging', (tx, { teamId, ids }) => changeTags(tx, teamId, ids, { add_tags: ['late'] })],
  ['deleting', (tx, { teamId, ids }) => trashMails(tx, teamId, ids, 1)],
  ['restoring', (tx, { teamId, ids }) => restoreMails(tx, teamId, ids)],
  ['deleting for good', (tx, { teamId, ids }) => removeMails(tx, teamId, ids)],
  ['purging', (tx, { ids }) => purgeMails(tx, ids)],
]

describeEachDatabase('however much mail there is', (open) => {
  test('no question goes through all of it, or sorts it', async () => {
    const { db, teamId, ids } = await filledTeam(await open())
    for (const [name, index, ask] of questions) {
      const plans = await plansOf(db, (store) => ask({ db, store, teamId, ids }))
      const [plan = '', ...others] = plans.filter((plan) => aboutMails.test(plan))
      expect(others, name).toEqual([])
      expect(plan, name).toMatch(index)
      expect(plan, name).not.toMatch(wholeTable)
      expect(plan, name).not.toMatch(sorting)
    }
  }, 60_000)

  test('an index alone is walked to a page far down', async () => {
    const { db, teamId } = await filledTeam(await open())
    const far = { start: { by: 'page' as const, page: 150 }, perPage: 25 }
    const steps: ((store: Sql) => Promise<unknown>)[] = [
      (store) => listMails(store, teamId, false, far),
      (store) => listMails(store, teamId, false, far, 4_000),
      (store) => listPage(store, teamId, { start: 3_700, limit: 25 }),
    ]
    for (const step of steps) {
      // The plan of the whole statement.
      const plan = (await plansOf(db, step)).at(-1)
      expect(plan).toMatch(/INDEX kept_mails|Index Only Scan (Backward )?using kept_mails/)
      expect(plan).toMatch(/rowid=\?|Index Cond: \(id = /)
      expect(plan).not.toMatch(wholeTable)
    }
  }, 60_000)

  test('mails above one are counted in their index', async () => {
    const { db, teamId } = await filledTeam(await open())
    const bounds = { ...above, limit: 1_000 }
    const plans = await plansOf(db, (store) => countMailsAbove(store, teamId, bounds))
    expect(plans.length).toBeGreaterThan(0)
    for (const plan of plans) {
      expect(plan).toContain('kept_mails')
      expect(plan).not.toMatch(wholeTable)
      expect(plan).not.toMatch(sorting)
    }
  }, 60_000)

  test('no search goes through all of it', async () => {
    const { db, teamId, ids } = await filledTeam(await open())
    for (const [name, what, bounds] of searches) {
      for (const find of [searchMails, countUnreadFound, countFound]) {
        const plans = await plansOf(db, (store) =>
          find({ ...db, sql: store, teamId }, what, { limit: 200, ...bounds }),
        )
        expect(
          plans.some((plan) => aboutMails.test(plan)),
          name,
        ).toBe(true)
        for (const plan of plans) expect(plan, name).not.toMatch(wholeTable)
      }
    }
    expect(ids.length).toBeGreaterThan(3_000)
  }, 60_000)

  test('of how much mail parts of words are compared is read from an index', async () => {
    const { db, teamId } = await filledTeam(await open())
    const compared = 1_000
    const plans = await plansOf(db, (store) =>
      searchMails({ ...db, sql: store, teamId }, partOfWord, { limit: 25, compared }),
    )
    const asked = plans.filter((plan) => aboutMails.test(plan))
    expect(asked.length).toBeGreaterThan(1)
    // On Postgres, a comparison of pairs leaves no other plan, however the mail of teams lies (`inTeam`).
    const bounds = db.dialect.name === 'postgres' ? 'ROW(team_id, id)' : 'team_id=?'
    for (const plan of asked.slice(0, 2)) {
      expect(plan).toContain('kept_mails')
      expect(plan).toContain(bounds)
      expect(plan).not.toMatch(sorting)
    }
  }, 60_000)

  test('the mail of a tag is read in the order of its index', async () => {
    const { db, teamId, ids } = await filledTeam(await open())
    for (const what of [tagged, guarded, all(tagged, not(unread)), all(tagged, flagged)]) {
      const ask = search(what, { below: 20_000, limit: 25 })
      const plans = await plansOf(db, (store) => ask({ db, store, teamId, ids }))
      const [plan = ''] = plans.filter((plan) => aboutMails.test(plan))
      // SQLite sorts the few ids that were found once more.
      const reading = plan.split('SCAN found')[0] ?? ''
      expect(reading).toContain(what === tagged ? 'mails_of_tag' : '')
      expect(reading).toContain(what === guarded ? 'mails_of_mark' : '')
      expect(reading).not.toMatch(wholeTable)
      expect(reading).not.toMatch(sorting)
    }
  }, 60_000)

  test('mails that are named by their ids are looked up by them', async () => {
    const { db, teamId, ids } = await filledTeam(await open())
    const some = ids.slice(0, 100)
    const named: Step[] = [
      ({ store }) => findMail(store, teamId, some[0] ?? 0),
      ({ store }) => findMails(store, teamId, some.slice(0, 25)),
      ({ store }) => listSenders(store, teamId, some),
      ({ store }) => listRecipients(store, teamId, some, 1_000),
      ...changes.map(
        ([, change]): Step =>
          (asked) =>
            change(asked.store as Tx, asked),
      ),
    ]
    const byId = /rowid=\?|Index Cond: .*\bid = /
    for (const step of named) {
      const plans = await plansOf(db, (store) => step({ db, store, teamId, ids: some }))
      for (const plan of plans.filter((plan) => aboutMails.test(plan))) {
        expect(plan).toMatch(byId)
        expect(plan).not.toMatch(wholeTable)
      }
    }
  }, 60_000)

  test('the newest tags of a team are read from their index', async () => {
    const { db, teamId } = await filledTeam(await open())
    const [plan = ''] = await plansOf(db, (store) => listTeamTags(store, teamId))
    expect(plan).toContain('newest_tags')
    expect(plan).not.toMatch(sorting)
  }, 60_000)

  test('counters are looked up by their team', async () => {
    const { db, teamId } = await filledTeam(await open())
    if (db.dialect.name === 'postgres') await sql`set enable_seqscan = off`.execute(db.sql)
    const [plan = ''] = await plansOf(db, (store) => readCounters(store, teamId))
    expect(plan).toMatch(/SEARCH \w+ USING (INTEGER )?PRIMARY KEY|_pkey/)
  })
})
