import type { Batch, Database, NewSource } from '../../../db/database.ts'
import { isRowRefused, TeamsHeld } from '../../../db/store-faults.ts'
import { packDialogue, withFinalReply } from '../../../db/mail/packed-dialogue.ts'
import { noQuota, type MailRefusal, type TeamQuota } from '../../../db/mail/team-quota.ts'
import { TeamsRefused } from '../../../db/mail/teams-refused.ts'
import { teamFull, teamSuspended, unavailable } from '../../../errors.ts'
import type { EventBus } from '../../../events.ts'
import { servedClient } from '../../../lib/shares/served-client.ts'
import { summarize } from '../../../mime/summary.ts'
import { mailRow, peopleOf, searchEntry, traits, type MailMarks } from '../find/words/mail-entry.ts'
import { chargeOf } from '../rows/mail-charge.ts'
import { createCommitQueue, type CommitOptions } from './commit-queue.ts'
import { countsOf, type Counted } from '../rows/mail-counts.ts'
import { inboxRows } from '../rows/inbox-counts.ts'
import { caughtTags, differentTags, tagCounts, tagRows } from '../rows/mail-tags.ts'
import { teamsWithPlusTags } from '../rows/tag-store.ts'
import type { TagMatcher } from './tag-matcher.ts'
import { createTeamRoom } from './team-room.ts'

export type IncomingMail = {
  teamId: number
  /** Missing: the first inbox gets it. */
  inbox?: number
  envelope: { from: string; to: string[] }
  /** The user name of the app's login; null when there was none. */
  login?: string | null
  /** Exactly as sent. Given away: large ones are moved to the thread that writes. */
  source: Uint8Array
  receivedAt: number
  /** When it was imported from a file, which is when the time that it is kept begins. */
  importedAt?: number
  /** What people have marked it with before it came; nothing when left out. */
  marks?: MailMarks
  /** The person who answers for it; the one who is served when left out. */
  user?: string
  /** Whether the team's forwarding rules are to see it. */
  followsRules?: boolean
  /** The SMTP dialogue of the mail, if there was one, and the time of each line. */
  transcript?: string
  transcriptTimes?: number[]
  /** Kept with it. The mail is refused when its team has the key already (`isUniqueViolation`). */
  idempotency?: { key: string; digest: string }
  /** Aborted when its client is gone: the mail is refused unless its commit is under way. */
  givenUp?: { readonly aborted: boolean }
}

type Waiting = {
  mail: IncomingMail
  user: string
  entry: ReturnType<typeof entryOf>
  /** Packed, without its final reply; null: it was imported. */
  dialogue: Uint8Array | null
  counted: Counted
  /** Bytes that its team is charged for. */
  charge: number
  /** Its tags, known before the first attempt. */
  tags: string[]
  /** Allotted before the first attempt and kept: only so can a lost answer be asked for. */
  id: number
  resolve: (stored: { id: number }) => void
  reject: (error: unknown) => void
}

/**
 * How long the mail of several teams may wait for locked rows. It is then written without the teams whose rows these
 * are, and their mail by itself, which may wait for longer.
 */
const sharedLockMs = 2_000
/** Times that a batch is written without the mail that its teams may not have. */
const mostAttempts = 5

const refusals: Record<MailRefusal, () => Error> = { full: teamFull, suspended: teamSuspended }

type IntakeDeps = {
  db: Database
  events: EventBus
  quota?: TeamQuota
  now?: () => number
  /** Without a way to send mail on, no forwarding rule sees mail. */
  canForward?: boolean
  /** Without it, the rules of teams tag nothing. */
  tagByRules?: TagMatcher
}

/**
 * Takes accepted mail to disk, many mails at a time (`commit-queue.ts`). A promise of `receive` resolves
 * only when the exact bytes are durable. When it rejects, nothing of that mail was kept, unless a
 * Postgres was cut off during the commit and could not be asked: then it may have been.
 */
export function createIntake({
  quota = noQuota,
  now = Date.now,
  canForward = true,
  ...deps
}: IntakeDeps) {
  const room = createTeamRoom({ ...deps, quota, now })
  const queue = createCommitQueue<Waiting>(async (group, options) => {
    const next = await tagged(group.filter(isAwaited), options)
    await commit(room.isWatching(next) ? await withinLimits(next) : next, options)
  })

  function receive(mail: IncomingMail): Promise<{ id: number }> {
    return new Promise((resolve, reject) => {
      const why = room.refusalOf(mail.teamId)
      if (why !== null) throw refusals[why]()
      const entry = entryOf(mail, canForward)
      const counted = countedOf(entry.row)
      const charge = chargeOf(counted)
      const dialogue = dialogueOf(mail)
      const tags = entry.tags.sure
      const user = mail.user ?? servedClient().user
      queue.add({ mail, user, entry, dialogue, counted, charge, tags, id: 0, resolve, reject })
    })
  }

  /** Returns the mails that there is room for; the others are refused. */
  async function withinLimits(group: Waiting[]): Promise<Waiting[]> {
    if (group.length === 0) return group
    try {
      const { fitting, beyond } = await room.share(group)
      for (const { item, why } of beyond) item.reject(refusals[why]())
      return fitting
    } catch (error) {
      for (const { reject } of group) reject(error)
      return []
    }
  }

  async function commit(
    all: Waiting[],
    { isApart, onCommitted }: CommitOptions,
    attempt = 1,
  ): Promise<void> {
    // Before it is written again, a client may have been answered that it was not.
    const group = all.filter(isAwaited)
    if (group.length === 0) return
    // What is written again does not begin before the next group does.
    const again = { isApart, onCommitted: () => {} }
    const lock = isApart ? {} : { lockMs: sharedLockMs }
    let sources: NewSource[] = []
    try {
      await allotIds(group)
      sources = sourcesOf(group)
      const batch = batchOf(group, await deps.db.sources.put(sources), { at: now(), quota })
      await deps.db.write(batch, { onCommitted, ...lock })
    } catch (error) {
      if (isRowRefused(error)) await commitApart(withSources(group, sources), error, again)
      else if (error instanceof TeamsHeld) {
        await commitOthers(withSources(group, sources), error, again)
      } else if (error instanceof TeamsRefused) {
        await commitWithinLimits(withSources(group, sources), error, { again, attempt })
      } else await settleUnanswered(group, error)
      return
    }
    queue.release(group)
    const tell = () => group.forEach(settle)
    // The next commit is on its way first: subscribers write to sockets, which takes a while.
    if (queue.hasWaiting()) process.nextTick(tell)
    else tell()
  }

  async function allotIds(group: Waiting[]): Promise<void> {
    const without = group.filter((item) => item.id === 0)
    if (without.length === 0) return
    const ids = await deps.db.nextIds('mails', without.length)
    for (const [index, item] of without.entries()) item.id = ids[index] as number
  }

  /** Returns the mails whose tags are known; the others share the next commit. Rules see the other tags. */
  async function tagged(group: Waiting[], options: CommitOptions): Promise<Waiting[]> {
    try {
      await addPlusTags(group)
      const late = await deps.tagByRules?.(group.map(taggable))
      if (!late || late.length === 0) return group
      const items = new Set(late.map(({ item }) => item))
      queue.putBack(
        group.filter((item) => items.has(item)),
        options,
      )
      return group.filter((item) => !items.has(item))
    } catch (error) {
      for (const { reject } of group) reject(error)
      return []
    }
  }

  /** Queries nothing for mail without such tags, as most is. */
  async function addPlusTags(group: Waiting[]): Promise<void> {
    const those = group.filter(({ entry }) => entry.tags.plus.length > 0)
    if (those.length === 0) return
    const teamIds = [...new Set(those.map(({ mail }) => mail.teamId))]
    const wanting = await teamsWithPlusTags(deps.db.ingest, teamIds)
    for (const item of those) {
      const { sure, plus } = item.entry.tags
      if (wanting.has(item.mail.teamId)) item.tags = differentTags([...sure, ...plus])
    }
  }

  function settle({ mail, entry, tags, id, resolve }: Waiting): void {
    resolve({ id })
    deps.events.emit('mailReceived', { teamId: mail.teamId, mailId: id, entry: { ...entry, tags } })
  }

  /** The store failed, or its answer to a commit that succeeded was lost: it is asked once more. */
  async function settleUnanswered(group: Waiting[], error: unknown): Promise<void> {
    const ids = group.map((item) => item.id)
    const stored = await deps.db.onDisk(ids).catch(() => new Set<number>())
    for (const item of group) {
      if (stored.has(item.id)) settle(item)
      else item.reject(error)
    }
  }

  /**
   * Commits each mail by itself, so that a mail that cannot be stored refuses no other, and a deleted team costs
   * others one commit rather than one for each of its mails.
   */
  async function commitApart(
    group: Waiting[],
    error: unknown,
    options: CommitOptions,
  ): Promise<void> {
    const teams = [...Map.groupBy(group, ({ mail }) => mail.teamId).values()]
    const parts = teams.length > 1 ? teams : group.map((item) => [item])
    for (const part of parts) {
      if (part.length === group.length) part.forEach((item) => item.reject(error))
      else await commit(part, options)
    }
  }

  /**
   * What there is room for. Other processes may take the room before the batch is written again: who
   * finds none so often is refused.
   */
  async function commitWithinLimits(
    group: Waiting[],
    { teams }: TeamsRefused,
    { again, attempt }: { again: CommitOptions; attempt: number },
  ): Promise<void> {
    room.watch(teams.keys())
    if (attempt < mostAttempts) {
      await commit(await withinLimits(group), again, attempt + 1)
      return
    }
    const others: Waiting[] = []
    for (const item of group) {
      const why = teams.get(item.mail.teamId)
      if (why === undefined) others.push(item)
      else item.reject(refusals[why]())
    }
    await commit(others, again)
  }

  /** Writes the other teams now; teams that are locked wait in a queue of their own. */
  async function commitOthers(
    group: Waiting[],
    error: TeamsHeld,
    options: CommitOptions,
  ): Promise<void> {
    const [held, others] = [[], []] as [Waiting[], Waiting[]]
    for (const item of group) (error.teamIds.has(item.mail.teamId) ? held : others).push(item)
    if (options.isApart) for (const item of held) item.reject(error)
    else queue.holdApart(error.teamIds, held)
    await commit(others, options)
  }

  return {
    receive,
    /** Why the team got no mail a moment ago; it needs no query, so it costs a mail nothing. */
    refusalOf: room.refusalOf,
    /** Resolves when nothing waits and nothing is being written. */
    idle: queue.idle,
  }
}

/**
 * What the store keeps of a mail besides its source, but for its id: made while others are written, so
 * that the writer never waits for it.
 */
function entryOf(mail: IncomingMail, canForward: boolean) {
  const size = mail.source.byteLength
  const summary = summarize(mail.source)
  const people = peopleOf(summary, mail.envelope.to)
  const caught = { ...mail, id: 0, size, summary, people }
  return {
    row: mailRow(caught),
    words: searchEntry(caught),
    traits: mail.importedAt === undefined ? traits(caught, canForward) : null,
    tags: caughtTags(caught),
  }
}

const taggable = (item: Waiting) => ({
  item,
  teamId: item.mail.teamId,
  user: item.user,
  entry: () => ({ ...item.entry, tags: item.tags }),
  addTags: (tags: string[]) => {
    item.tags = differentTags([...item.tags, ...tags])
  },
})

function countedOf({ envelope_to, ...row }: ReturnType<typeof mailRow>): Counted {
  const { team_id, read_at, flagged_at, size } = row
  return { team_id, read_at, flagged_at, size, envelope_bytes: Buffer.byteLength(envelope_to) }
}

function sourcesOf(group: Waiting[]): NewSource[] {
  return group.map(({ id, mail }) => ({ mail_id: id, team_id: mail.teamId, source: mail.source }))
}

/** A large source was given away with the batch and came back. */
function withSources(group: Waiting[], sources: NewSource[]): Waiting[] {
  return group.map((item, index) => {
    const source = sources[index]?.source ?? item.mail.source
    return { ...item, mail: { ...item.mail, source } }
  })
}

function isAwaited({ mail, reject }: Waiting): boolean {
  if (!mail.givenUp?.aborted) return true
  reject(unavailable())
  return false
}

function batchOf(
  group: Waiting[],
  keepSources: Batch,
  { at, quota }: { at: number; quota: TeamQuota },
): Batch {
  const added = countsOf(group.map(({ counted }) => counted))
  const tags = group.flatMap(({ id, mail, tags }) => tagRows(mail.teamId, id, tags))
  const rows = group.map(({ id, entry }) => ({ ...entry.row, id }))
  const read = new Set(rows.flatMap(({ id, read_at }) => (read_at === null ? [] : [id])))
  const counted = [...tags, ...inboxRows(rows)].map(
    (tag) => ({ ...tag, total: 1, unread: read.has(tag.mail_id) ? 0 : 1 }) as const,
  )
  return [
    { insert: 'mails', rows },
    ...keepSources,
    {
      insert: 'mail_transcripts',
      rows: group.flatMap((item) => dialogueRow(item, at)),
    },
    { index: group.map(({ id, entry }) => ({ ...entry.words, mail_id: id })) },
    // Behind the words, which are half of the work: other processes wait for this row of the team.
    { add: 'team_counters', key: 'team_id', rows: added, quota },
    { insert: 'mail_tags', rows: tags },
    { tagged: tagCounts(counted) },
    { arrived: group.map(({ id, mail }) => ({ mail_id: id, team_id: mail.teamId })), at },
    {
      caught: group.flatMap(({ id, entry }) =>
        entry.traits ? [{ ...entry.traits, mail_id: id }] : [],
      ),
    },
    { insert: 'idempotency_keys', rows: group.flatMap((item) => keyRow(item, at)) },
  ]
}

const keyRow = ({ id, mail: { teamId, idempotency } }: Waiting, at: number) =>
  idempotency ? [{ team_id: teamId, ...idempotency, mail_id: id, at }] : []

/** Known and packed before the commit, so that the writer never waits for it. */
function dialogueOf({ transcript, transcriptTimes = [] }: IncomingMail): Uint8Array | null {
  if (transcript === undefined) return null
  return packDialogue({ transcript, times: transcriptTimes.length === 0 ? null : transcriptTimes })
}

/**
 * The last reply of the dialogue leaves after the commit, too late to be part of it, so the time at which the commit
 * begins replaces it.
 */
function dialogueRow({ id, mail, dialogue }: Waiting, at: number) {
  if (dialogue === null) return []
  const packed = withFinalReply(dialogue, Math.max(0, at - mail.receivedAt))
  return [{ mail_id: id, transcript: '', packed }]
}
