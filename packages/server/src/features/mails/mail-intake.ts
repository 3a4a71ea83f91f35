import type { Batch, Database } from '../../db/database.ts'
import type { EventBus } from '../../events.ts'
import { searchWords } from '../../lib/words.ts'
import { summarize, type Summary } from '../../mime/summary.ts'

/**
 * Takes accepted mail to disk. Whatever waits while one commit is under way shares the next, so a
 * lone mail is committed at once and many cost one fsync together. A promise of `receive` resolves
 * only when the exact bytes are durable; when it rejects, nothing of that mail was kept.
 */
export type Intake = {
  receive(mail: IncomingMail): Promise<{ id: number }>
  /** Resolves when nothing waits and nothing is being written. */
  idle(): Promise<void>
}

export type IncomingMail = {
  teamId: number
  envelope: { from: string; to: string[] }
  /** Exactly as sent. Given away: large ones are moved to the thread that writes. */
  source: Uint8Array
  receivedAt: number
}

type Waiting = {
  mail: IncomingMail
  size: number
  summary: Summary
  resolve: (stored: { id: number }) => void
  reject: (error: unknown) => void
}

// A commit is bounded so that the first mail of a burst does not wait for all of it.
const mailsPerCommit = 256
const bytesPerCommit = 32 * 1024 * 1024

export function createIntake(deps: { db: Database; events: EventBus }): Intake {
  const waiting: Waiting[] = []
  let writing: Promise<void> | null = null

  function receive(mail: IncomingMail): Promise<{ id: number }> {
    return new Promise((resolve, reject) => {
      const summary = summarize(mail.source)
      waiting.push({ mail, size: mail.source.byteLength, summary, resolve, reject })
      writing ??= writeAll()
    })
  }

  async function writeAll(): Promise<void> {
    // Mails whose DATA ended in the same turn of the event loop share the first commit too.
    await new Promise((done) => setImmediate(done))
    while (waiting.length > 0) await commit(takeNext(waiting))
    // In the same turn as the last look at what waits: a mail that comes later starts anew.
    writing = null
  }

  async function commit(group: Waiting[]): Promise<void> {
    let ids: number[]
    try {
      ids = await deps.db.nextIds('mails', group.length)
      await deps.db.write(batchOf(group, ids))
    } catch (error) {
      await commitOneByOne(group, error)
      return
    }
    for (const [index, { mail, resolve }] of group.entries()) {
      const mailId = ids[index] as number
      resolve({ id: mailId })
      deps.events.emit('mailReceived', { teamId: mail.teamId, mailId })
    }
  }

  /** So that one mail that cannot be stored, say of a team deleted meanwhile, refuses no other. */
  async function commitOneByOne(group: Waiting[], error: unknown): Promise<void> {
    for (const item of group) {
      const bytesAreGone = item.mail.source.byteLength !== item.size
      if (group.length === 1 || bytesAreGone) item.reject(error)
      else await commit([item])
    }
  }

  return {
    receive,
    async idle() {
      while (writing) await writing
    },
  }
}

function takeNext(waiting: Waiting[]): Waiting[] {
  let count = 0
  let bytes = 0
  while (count < waiting.length && count < mailsPerCommit && bytes < bytesPerCommit) {
    bytes += waiting[count]?.size ?? 0
    count += 1
  }
  return waiting.splice(0, count)
}

function batchOf(group: Waiting[], ids: number[]): Batch {
  const entries = group.map((item, index) => ({ ...item, id: ids[index] as number }))
  return [
    { insert: 'mails', rows: entries.map(({ id, ...item }) => mailRow(id, item)) },
    {
      insert: 'mail_sources',
      rows: entries.map(({ id, mail }) => ({
        mail_id: id,
        team_id: mail.teamId,
        source: mail.source,
      })),
    },
    { add: 'team_counters', key: 'team_id', rows: countersAdded(group) },
    { index: entries.map(({ id, mail, summary }) => searchEntry(id, mail, summary)) },
  ]
}

function mailRow(id: number, { mail, summary, size }: Omit<Waiting, 'resolve' | 'reject'>) {
  return {
    id,
    team_id: mail.teamId,
    received_at: mail.receivedAt,
    dated_at: summary.datedAt,
    subject: summary.subject,
    from_name: summary.from?.name ?? '',
    from_address: summary.from?.address ?? '',
    recipients: JSON.stringify(summary.to),
    envelope_from: mail.envelope.from,
    envelope_to: JSON.stringify(mail.envelope.to),
    attachment_count: summary.attachmentCount,
    size,
    read_at: null,
    flagged_at: null,
  }
}

function countersAdded(group: Waiting[]) {
  const added = new Map<number, number>()
  for (const { mail } of group) added.set(mail.teamId, (added.get(mail.teamId) ?? 0) + 1)
  return [...added].map(([team_id, count]) => ({
    team_id,
    total: count,
    unread: count,
    flagged: 0,
  }))
}

function searchEntry(id: number, mail: IncomingMail, summary: Summary) {
  const people = [...summary.to, ...summary.cc].map(({ name, address }) => `${name} ${address}`)
  return {
    mail_id: id,
    team_id: mail.teamId,
    sender: searchWords(`${summary.from?.name ?? ''} ${summary.from?.address ?? ''}`),
    recipients: searchWords([...people, ...mail.envelope.to].join(' ')),
    subject: searchWords(summary.subject),
    body: searchWords(summary.text),
  }
}
