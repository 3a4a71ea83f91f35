import { createFairOrder } from '../../../lib/shares/fair-order.ts'

/**
 * Decides which mail shares a commit, and when the next commit begins. Knows nothing of stores. Whatever
 * waits while one commit is under way shares the next, so that a lone mail is committed at once and many
 * cost one fsync together. Where more waits than one commit takes, users take turns, and then their teams.
 */
export type Commit<Mail> = (group: Mail[], options: CommitOptions) => Promise<void>

export type CommitOptions = {
  /** Whether the teams' rows were locked a moment ago: no other mail waits for this commit. */
  isApart: boolean
  /** To be called when the next commit may begin, if that is before the end of this one. */
  onCommitted: () => void
}

type Queued = {
  mail: { teamId: number }
  /** Who answers for it. */
  user: string
  charge: number
}

// A commit is bounded so that the first mail of a burst does not wait for all of it.
const mailsPerCommit = 256
const bytesPerCommit = 32 * 1024 * 1024
/** Another user's turn comes after this many bytes; each mail costs something beside its bytes. */
const bytesPerTurn = 256 * 1024
const bytesForEach = 16 * 1024
/** One is written while the other is on its way to the disk. */
const mostAtOnce = 2

/** `commit` settles the mails of its group by itself, and never rejects. */
export function createCommitQueue<Mail extends Queued>(commit: Commit<Mail>) {
  const usual: Mail[] = []
  const apart: Mail[] = []
  const held = new Set<number>()
  // An array, as a Set is copied again and again, and V8 keeps what its old copies held for a long time.
  const underWay: Promise<void>[] = []
  let writing: Promise<void> | null = null
  let writingApart: Promise<void> | null = null

  const isHeld = ({ mail }: Mail) => held.has(mail.teamId)

  function add(mail: Mail): void {
    if (isHeld(mail)) addApart([mail])
    else {
      usual.push(mail)
      writing ??= writeUsual()
    }
  }

  function addApart(mails: Mail[]): void {
    apart.push(...mails)
    if (apart.length > 0) writingApart ??= writeApart()
  }

  async function writeUsual(): Promise<void> {
    // Mails whose DATA ended in the same turn of the event loop share the first commit too.
    await new Promise((done) => setImmediate(done))
    while (usual.length > 0) {
      const next = takeNext(usual)
      addApart(next.filter(isHeld))
      await begin(next.filter((mail) => !isHeld(mail)))
      if (underWay.length >= mostAtOnce) await Promise.race(underWay)
    }
    // Set in the same turn as the last look at what waits: a mail that comes later starts the loop again.
    writing = null
  }

  /** Resolves when the next may begin. */
  function begin(group: Mail[]): Promise<void> {
    return new Promise((onCommitted) => {
      const whole = commit(group, { isApart: false, onCommitted }).finally(() => {
        void underWay.splice(underWay.indexOf(whole), 1)
        onCommitted()
      })
      underWay.push(whole)
    })
  }

  async function writeApart(): Promise<void> {
    while (apart.length > 0) {
      await commit(takeNext(apart), { isApart: true, onCommitted: () => {} })
    }
    writingApart = null
  }

  return {
    add,
    /** What was taken for a commit that had no time for it: it shares the next, before later mail of its team. */
    putBack(mails: Mail[], { isApart }: Pick<CommitOptions, 'isApart'>): void {
      const waiting = isApart ? apart : usual
      waiting.unshift(...mails)
    },
    /** From now on mail of these teams is committed apart, and so are these mails. */
    holdApart(teamIds: Iterable<number>, mails: Mail[]): void {
      for (const teamId of teamIds) held.add(teamId)
      addApart(mails)
    },
    /** Mail of these teams was committed. */
    release(mails: Mail[]): void {
      if (held.size > 0) for (const { mail } of mails) held.delete(mail.teamId)
    },
    hasWaiting: () => usual.length > 0,
    /** Resolves when nothing waits and nothing is being written. */
    async idle(): Promise<void> {
      while (writing || writingApart || underWay.length > 0) {
        await Promise.all([writing, writingApart, ...underWay])
      }
    },
  }
}

/** Takes as much as a commit may have out of what waits. */
function takeNext<Mail extends Queued>(waiting: Mail[]): Mail[] {
  if (isContested(waiting)) putInTurn(waiting)
  let count = 0
  let bytes = 0
  while (count < waiting.length && count < mailsPerCommit && bytes < bytesPerCommit) {
    bytes += waiting[count]?.charge ?? 0
    count += 1
  }
  return waiting.splice(0, count)
}

/** Whether there is more than a commit may have, and of more than one team. */
function isContested(waiting: Queued[]): boolean {
  const bytes = waiting.reduce((sum, { charge }) => sum + charge, 0)
  const isMuch = waiting.length > mailsPerCommit || bytes > bytesPerCommit
  return isMuch && waiting.some(({ mail }) => mail.teamId !== waiting[0]?.mail.teamId)
}

/** Brings the mails whose turn it is to the front; mails of one team stay in their order. */
function putInTurn(waiting: Queued[]): void {
  const turns = createFairOrder<Queued>()
  const pathOf = ({ user, mail }: Queued) => [user, mail.teamId]
  for (const mail of waiting) turns.add(pathOf(mail), mail)
  const next = new Set<Queued>()
  let left = bytesPerTurn
  for (let mail = turns.first(); mail && next.size < mailsPerCommit; mail = turns.first()) {
    left -= mail.charge + bytesForEach
    turns.remove(pathOf(mail), mail, left <= 0)
    if (left <= 0) left = bytesPerTurn
    next.add(mail)
  }
  waiting.splice(0, waiting.length, ...next, ...waiting.filter((mail) => !next.has(mail)))
}
