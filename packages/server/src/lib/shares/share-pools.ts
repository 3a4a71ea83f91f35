import { createFairShares, type FairShares, type ShareRules } from './fair-shares.ts'
import { showFigure, type Meter } from '../process/meter.ts'

type PoolSizes = { largestMail: number; largeReplies: number }

const mb = 1024 * 1024
/** What waits here holds nothing but its turn. */
const queue = { waiting: 4_000, waitingPerUser: 500, waitMs: 30_000 }
/** A download or upload that is slower, or lasts longer, makes way when others wait for its place. */
const pace = { perSecond: 64 * 1024, graceMs: 5_000, turnMs: 120_000 }

const poolRules = ({ largestMail, largeReplies }: PoolSizes) =>
  ({
    // Sources of small mails, while they are read and until a thread has opened them: an object store may be slow.
    smallReads: { ...queue, total: 8, perUser: 4 },
    smallViews: { ...queue, total: 1, perUser: 1 },
    largeViews: { ...queue, total: 1, perUser: 1 },
    // A check that is not done in its first try, which is short, is made again where no other waits for it.
    inspections: { ...queue, total: 1, perUser: 1, waitingPerUser: 50 },
    longInspections: { ...queue, total: 1, perUser: 1, waitingPerUser: 50 },
    // Bytes of replies in memory until their clients have taken them.
    smallReplies: { ...queue, total: 24 * mb, perUser: 6 * mb, pace },
    largeReplies: { ...queue, total: largeReplies, perUser: 2 * largestMail, pace },
    // Little may wait: the JSON of a waiting reply is in memory already.
    jsonReplies: {
      ...queue,
      waiting: 40,
      waitingPerUser: 6,
      total: 24 * mb,
      perUser: 6 * mb,
      pace,
    },
    // Each export has the ids of its mails in memory, each upload some mails of its file.
    exports: { ...queue, total: 8, perUser: 2, pace },
    // All workers of the test runs of all teams of a user may post a mail at the same moment.
    smallUploads: { ...queue, total: 16, perUser: 2, pace },
    largeUploads: { ...queue, total: 4, perUser: 1, waitingPerUser: 100, pace },
    // Handshakes and joins. After a restart all browsers behind one address are back at the same moment.
    joins: { ...queue, total: 8, perUser: 1, waiting: 5_000, waitingPerUser: 1_000 },
    // Waits for mail that ask the store: all of one asker may begin, or end, at the same moment.
    waitLooks: { ...queue, total: 4, perUser: 3 },
    // Each list that a wait answers with is in memory, some megabytes, while its mails are read.
    waitLists: { ...queue, total: 4, perUser: 2 },
    // Lookups of teams for mail without a login.
    teamsOfAddresses: { ...queue, total: 2, perUser: 1 },
    // What events of a team are made of, for the sockets of its programs.
    eventReads: { ...queue, total: 4, perUser: 1 },
    // What is sent to other servers: mails in memory, and requests that somebody asked for.
    spamChecks: { ...queue, total: 4, perUser: 2, waitingPerUser: 50, waitMs: 25_000 },
    // Their hosts may be slow, and nobody shall wait for the host of another person.
    linkChecks: { ...queue, total: 8, perUser: 1, waitMs: 120_000 },
    dnsChecks: { ...queue, total: 2, perUser: 1, waitingPerUser: 50 },
    // Requests to the issuer of an organisation, which may be slow. All of an office may come from one address.
    signIns: { ...queue, total: 16, perUser: 8, waitingPerUser: 100, waitMs: 5_000 },
    // Argon2 takes one of the four threads that files and compression need as well.
    passwords: { ...queue, total: 2, perUser: 1 },
  }) satisfies Record<string, ShareRules>

/**
 * Everything in this process that its users share and that is scarce, each with a name in the metrics.
 * Small work has pools of its own, so that it never waits for large work.
 */
export function createSharePools(sizes: PoolSizes) {
  const rules = poolRules(sizes)
  const names = Object.keys(rules) as (keyof typeof rules)[]
  return Object.fromEntries(names.map((name) => [name, createFairShares(rules[name])])) as Record<
    keyof typeof rules,
    FairShares
  >
}

export type Shares = ReturnType<typeof createSharePools>

const figures = {
  held: {
    name: 'held',
    help: 'Units of a shared resource that clients hold: bytes of replies, else slots.',
  },
  waiting: { name: 'waiting', help: 'Requests that wait for their share.' },
  granted: { name: 'granted_total', help: 'Shares that were granted.' },
  refused: {
    name: 'refused_total',
    help: 'Requests that found no place, waited too long or hung up.',
  },
  takenBack: {
    name: 'taken_back_total',
    help: 'Shares that were taken back because they were slow while others waited.',
  },
}

export function measureShares(meter: Meter, pools: Record<string, FairShares>): void {
  for (const [key, { name, help }] of Object.entries(figures)) {
    showFigure(meter, { name: `mailstop_shares_${name}`, help, label: 'pool' }, () =>
      Object.entries(pools).map(
        ([pool, shares]) => [pool, shares.stats()[key as keyof typeof figures]] as const,
      ),
    )
  }
}
