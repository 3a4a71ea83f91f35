import { setTimeout as pause } from 'node:timers/promises'
import type { Backups } from '../backup/backups.ts'
import { createScheduledBackups } from '../backup/scheduled-backups.ts'
import { createLease, seldomTaken, type Lease } from '../db/lease.ts'
import type { Features } from './features.ts'
import { createArrivalSweep } from '../features/mails/catch/arrival-sweep.ts'
import { createJudging } from '../features/mails/judge/judging.ts'
import { createMailRemoval } from '../features/mails/keep/mail-removal.ts'
import { createMailRanges } from '../features/mails/keep/mail-ranges.ts'
import { createReindex } from '../features/mails/keep/mail-reindex.ts'
import { createRetention } from '../features/mails/keep/mail-retention.ts'
import { createTrash } from '../features/mails/keep/mail-trash.ts'
import { createWordMerging } from '../features/mails/find/words/word-merging.ts'
import { createTeamSweep } from '../features/teams/team-sweep.ts'
import type { Infrastructure } from './infrastructure.ts'
import { stopTogether } from './health/stopping.ts'
import { createSweeping, sweepLeaseMs } from './sweeping.ts'

const sweepEveryMs = 60_000
/** A disk may be full before the first sweep, and nothing can be deleted then without the reserve. */
const reserveAfterMs = 5_000
const judgeEveryMs = 1_000
/** Where no other process works, none is waited for. */
const ours: Lease = { take: async () => true, release: async () => {} }

/** The role `worker`: the queues of outgoing mail, deletions over time, and search words. */
export function createBackground(
  infrastructure: Infrastructure,
  features: Features,
  backups: Backups,
) {
  const { config, secrets, db, events, limiter, report, now } = infrastructure
  const { mailer, deliveries, webhooks, accounts, invites } = features

  const trash = createTrash({ db, events, now, quota: config.teamQuota })
  const { retentionDays: days, retentionMails: mails } = config
  const ranges = createMailRanges({ db, events, now, days, onError: report })
  const retention = createRetention({ db, events, now, days, mails, awaited: ranges.awaited })
  const arrivals = createArrivalSweep({ db, now })
  const endings = [
    deliveries.removeOf,
    webhooks.removeOf,
    ranges.sweepFor,
    createMailRemoval(db),
    db.removeWords,
  ]
  const teamSweep = createTeamSweep({ db, steps: endings, onError: report, now })
  const wordMerging = createWordMerging({ db, pause })
  const reindex = createReindex({ db, pause, onError: report })
  const scheduled = config.backups
    ? createScheduledBackups({ ...infrastructure, backups, schedule: config.backups })
    : null
  const lease = createLease({ db, name: 'sweeping', lastsMs: sweepLeaseMs, now })
  const sweeping = createSweeping({
    steps: [
      ranges.sweep,
      trash.sweep,
      features.inboxSweep.sweep,
      retention.sweep,
      arrivals.sweep,
      teamSweep.sweep,
      accounts.removeExpired,
      features.tokens.removeOld,
      invites.removeOld,
      features.smtpSessions.removeOld,
      features.shareLinks.removeOld,
      limiter.removeEnded,
      mailer.removeOld,
      wordMerging.sweep,
      deliveries.removeOld,
      webhooks.removeOld,
      features.operator.removeOldActs,
      features.caught.removeOld,
      features.postedMails.removeOldKeys,
      features.guards.removeOld,
      features.scenarios.removeOld,
      features.drills.removeOld,
    ],
    ownSteps: [...(config.isCi ? [] : [db.keepReserve]), mailer.removeOldFiles],
    lease: { ...lease, take: () => db.makingRoom(lease.take) },
    everyMs: sweepEveryMs,
    onError: report,
  })
  /** Runs apart from the others: mail is still removed meanwhile. */
  const sweepAlone = (name: string, step: () => Promise<void>) =>
    createSweeping({
      steps: [step],
      lease: createLease({ db, name, lastsMs: sweepLeaseMs, now }),
      everyMs: sweepEveryMs,
      onError: report,
    })
  // Each takes minutes or hours.
  const backingUp = scheduled && sweepAlone('backups', scheduled.sweep)
  const ending = new AbortController()
  const tidying =
    secrets.sources &&
    sweepAlone('segments', () => db.sources.sweep({ now, signal: ending.signal }))
  const judging = createJudging({
    ...infrastructure,
    // A guard may ask for the verdict of the check.
    judges: [features.inspection.judge, features.guards.judge],
    onError: report,
  })
  const judged = createSweeping({
    steps: [judging.work],
    lease: db.dialect.hasOneProcess
      ? ours
      : seldomTaken(createLease({ db, name: 'judging', lastsMs: sweepLeaseMs, now }), now),
    everyMs: judgeEveryMs,
    onError: report,
  })
  const storeTasks = db.tasks.map(({ name, everyMs, work, stop }) => {
    const lease = seldomTaken(createLease({ db, name, lastsMs: sweepLeaseMs, now }), now)
    const { start, stop: stopCalling } = createSweeping({
      steps: [work],
      lease,
      everyMs,
      onError: report,
    })
    return {
      start,
      async stop() {
        await stop()
        await stopCalling()
      },
    }
  })

  let reserving: NodeJS.Timeout | undefined
  return {
    wake: {
      outbox: mailer.wakeSoon,
      deliveries: deliveries.wakeSoon,
      webhooks: webhooks.wakeSoon,
    },
    sweepTeams: teamSweep.sweep,
    async startQueues(): Promise<void> {
      await deliveries.start()
      await webhooks.start()
      await mailer.start()
    },
    startSweeping(): void {
      if (!config.isCi) {
        reserving = setTimeout(() => void db.keepReserve().catch(report), reserveAfterMs).unref()
      }
      sweeping.start()
      backingUp?.start()
      tidying?.start()
      for (const task of storeTasks) task.start()
      judged.start()
      reindex.start()
      ranges.start()
      features.drills.takeUp()
      void teamSweep.sweep().catch(report)
    },
    /** Finishes the step and the mail under way; the rest waits for the next start. */
    stop: () =>
      stopTogether(
        async () => {
          clearTimeout(reserving)
          scheduled?.stop()
          await backingUp?.stop()
        },
        async () => {
          ending.abort()
          await tidying?.stop()
        },
        ...storeTasks.map((task) => task.stop),
        async () => {
          await judging.stop()
          await judged.stop()
        },
        sweeping.stop,
        ranges.stop,
        features.inboxSweep.stop,
        retention.stop,
        trash.stop,
        arrivals.stop,
        wordMerging.stop,
        reindex.stop,
        teamSweep.stop,
        mailer.stop,
        deliveries.stop,
        webhooks.stop,
      ),
  }
}
