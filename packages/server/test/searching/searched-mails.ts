import * as fc from 'fast-check'
import type { Database } from '../../src/db/database.ts'
import { type ReceivedEntry } from '../../src/events.ts'
import { setMark, trashMails } from '../../src/features/mails/change/mail-change-store.ts'
import { createIntake } from '../../src/features/mails/catch/mail-intake.ts'
import { changeTags } from '../../src/features/mails/change/mail-tag-changes.ts'
import { mailOfRow, wholeMail } from '../../src/features/mails/find/mail-match.ts'
import { findWaited } from '../../src/features/mails/find/waited-mail-store.ts'
import { changeMarks } from '../../src/features/mails/rows/mark-store.ts'
import type { ModelMail } from './search-model.ts'
import { newInbox } from '../support/store-rows.ts'
import { strictEvents } from '../support/strict-events.ts'

/** Mail that searches are tried on, and what a plain model knows of it. */

export const searchedAt = Date.UTC(2026, 10, 20, 12)
const dayMs = 86_400_000

export const searchedWords =
  'red reduce reducer green greenhouse order orders ordering verify été straße 日本語 日本 abacus ab a 2026 x1'.split(
    ' ',
  )

/** The names of the inboxes of each team, in the order of their ids. */
export const searchedInboxes = ['main', 'shop', 'preview 318', 'empty']

const some = (most: number) =>
  fc.array(fc.constantFrom(...searchedWords), { maxLength: most }).map((all) => all.join(' '))
const address = fc.constantFrom(
  'ada@rocket.test',
  'bob@rocket.test',
  'red.green@order.test',
  'Ada Order <ada@rocket.test>',
  'Straße Rot <Bob@rocket.test>',
)
const tagged = fc.option(some(3))

export const anyMail = fc.record({
  from: address,
  to: fc.array(address, { minLength: 1, maxLength: 2 }),
  cc: fc.array(address, { maxLength: 2 }),
  /** Named only in the envelope. */
  bcc: fc.subarray(['hidden@rocket.test', 'Green@order.test']),
  replyTo: fc.array(address, { maxLength: 1 }),
  messageId: fc.constantFrom('red.1@rocket.test', 'order-2026@x1.test'),
  login: fc.option(some(3)),
  tags: fc.subarray(['red', 'Run-1', 'run 2', 'A.b@C']),
  marks: fc.subarray(['guard:duplicate', 'guard:secret', 'check:fail', 'right:secret']),
  subject: some(4),
  body: some(12),
  tag: tagged,
  listId: tagged,
  hasAttachment: fc.boolean(),
  hasInline: fc.boolean(),
  hasLink: fc.boolean(),
  age: fc.integer({ min: 0, max: 60 * 24 }),
  /** Hours between the Date header and the arrival. */
  late: fc.option(fc.oneof(fc.constant(0), fc.integer({ min: -99, max: 9_999 }))),
  read: fc.boolean(),
  flagged: fc.boolean(),
  /** Many are in the first one. */
  inbox: fc.constantFrom(...searchedInboxes, 'main', 'main'),
  /** Tagged by hand; the tag `red` is taken away then. */
  taggedLate: fc.boolean(),
  trashed: fc.integer({ min: 0, max: 9 }).map((chance) => chance === 0),
})
export type AnyMail = typeof anyMail extends fc.Arbitrary<infer T> ? T : never

function sourceOf(mail: AnyMail, datedAt: number | null): Uint8Array {
  const text = mail.hasLink ? `${mail.body}\r\nhttps://link.test/` : mail.body
  const lines = [
    `From: ${mail.from}`,
    `To: ${mail.to.join(', ')}`,
    ...(mail.cc.length > 0 ? [`Cc: ${mail.cc.join(', ')}`] : []),
    ...(mail.replyTo.length > 0 ? [`Reply-To: ${mail.replyTo.join(', ')}`] : []),
    `Message-ID: <${mail.messageId}>`,
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
    ...(mail.hasInline ? ['--b', 'Content-Type: image/png', 'Content-ID: <a@b>', '', 'file'] : []),
    '--b--',
  ]
  return new Uint8Array(Buffer.from(lines.join('\r\n')))
}

type Times = { receivedAt: number; datedAt: number | null }

function timesOf({ age, late }: AnyMail): Times {
  const receivedAt = searchedAt - Math.floor((age / 24) * dayMs)
  // The header has seconds.
  const sent = Math.floor(receivedAt / 1_000) * 1_000
  return { receivedAt, datedAt: late === null ? null : sent - late * 3_600_000 }
}

/** Returns the tags after the changes by hand. The first mail has a tag of its own. */
function tagsOf({ tags, taggedLate }: AnyMail, isFirst: boolean): string[] {
  const changed = taggedLate ? [...tags.filter((tag) => tag !== 'red'), 'late'] : tags
  return isFirst ? [...changed, 'rare'] : changed
}

function modelOf(mail: AnyMail, size: number, times: Times): ModelMail {
  return {
    ...mail,
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

async function insertInboxes(db: Database, teamId: number): Promise<void> {
  const rows = searchedInboxes.map((name, index) => ({
    ...newInbox(teamId, `${teamId}-${index}`),
    id: index + 1,
    position: index + 1,
    name,
    name_key: name,
  }))
  const insert = db.sql.insertInto('inboxes').values(rows)
  await insert.onConflict((conflict) => conflict.columns(['team_id', 'id']).doNothing()).execute()
}

export async function catchAll(db: Database, teamId: number, mails: AnyMail[]) {
  const events = strictEvents()
  const entries = new Map<number, ReceivedEntry>()
  events.on('mailReceived', ({ mailId, entry }) => entry && entries.set(mailId, entry))
  await insertInboxes(db, teamId)
  const intake = createIntake({ db, events })
  const kept = await Promise.all(
    mails.map(async (mail, index) => {
      const times = timesOf(mail)
      const { receivedAt } = times
      const source = sourceOf(mail, times.datedAt)
      const tags = tagsOf(mail, index === 0)
      const model = { ...modelOf(mail, source.length, times), tags }
      const envelope = { from: '', to: mail.bcc }
      const { login } = mail
      const inbox = searchedInboxes.indexOf(mail.inbox) + 1
      const { id } = await intake.receive({ teamId, inbox, envelope, login, source, receivedAt })
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
      searchedAt,
    )
    await setMark(
      tx,
      teamId,
      idsWith(({ flagged }) => flagged),
      'flagged_at',
      searchedAt,
    )
    const late = idsWith(({ taggedLate }) => taggedLate)
    await changeTags(tx, teamId, late, { add_tags: ['late'], remove_tags: ['Red'] })
    await changeTags(tx, teamId, [kept[0]?.id ?? 0], { add_tags: ['rare'] })
    const marks = kept.map(
      ({ id, mail }) => [id, { add: mail.marks.map((key) => ({ key })) }] as const,
    )
    await changeMarks(tx, teamId, new Map(marks))
    await trashMails(
      tx,
      teamId,
      idsWith(({ trashed }) => trashed),
      searchedAt,
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
      const words = { ...entry.words, mail_id: id }
      return { id, model, words, whole: wholeMail(row, words), known: mailOfRow(row) }
    })
    .toSorted((a, b) => b.id - a.id)
}
