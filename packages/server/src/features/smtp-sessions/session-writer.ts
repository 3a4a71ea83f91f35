import { packDialogue, withFinalReply } from '../../db/mail/packed-dialogue.ts'
import { createSparingLog } from '../../lib/process/sparing-log.ts'
import type { FailedSmtp } from '../../smtp/failures/failures.ts'
import type { FeatureDeps } from '../feature-deps.ts'
import {
  deleteBeyond,
  deleteEqual,
  insertSessions,
  livingTeams,
  type NewSession,
} from './smtp-session-store.ts'

type SessionWriterDeps = Pick<FeatureDeps, 'db' | 'events' | 'log'> & {
  later: (work: () => void, ms: number) => () => void
}

/** A person who waits for a mail does not notice it, and a burst is one transaction. */
const togetherMs = 250
const mostWaiting = 1_000
const mostOfTeam = 100
const longestReply = 1_000

/**
 * Writes failed sessions soon after they failed, many at a time. What waits is bounded: the oldest of a team go first, and of
 * the team with the most when there is no room. What the store does not take is lost, since no client waits for it.
 */
export function createSessionWriter({ db, events, log, later }: SessionWriterDeps) {
  const say = createSparingLog(log)
  let waiting = new Map<number, FailedSmtp[]>()
  let count = 0
  let writing: Promise<void> | null = null
  let cancel: (() => void) | null = null

  function add(session: FailedSmtp): void {
    const { accountId: teamId } = session
    const own = waiting.get(teamId) ?? []
    waiting.set(teamId, own)
    const again = own.findIndex((one) => isRepeated(one, session))
    if (again !== -1) own.splice(again, 1)
    else if (own.length === mostOfTeam) own.shift()
    else if (count === mostWaiting) longest(waiting).shift()
    else count += 1
    own.push(session)
    if (!writing) cancel ??= later(flush, togetherMs)
  }

  function flush(): void {
    cancel = null
    if (writing || count === 0) return
    const taken = waiting
    waiting = new Map()
    count = 0
    writing = write(taken).finally(() => {
      writing = null
      if (count > 0) cancel ??= later(flush, togetherMs)
    })
  }

  async function write(taken: ReadonlyMap<number, FailedSmtp[]>): Promise<void> {
    try {
      await commit(taken)
    } catch (error) {
      say('warn', { err: error }, 'Failed SMTP sessions were not kept')
    }
  }

  const commit = (taken: ReadonlyMap<number, FailedSmtp[]>): Promise<void> =>
    db.transaction(async (tx, afterCommit) => {
      const living = await livingTeams(tx, [...taken.keys()])
      const ofLiving = [...taken].filter(([teamId]) => living.has(teamId))
      const rows = ofLiving.flatMap(([, sessions]) => sessions.map(rowOf))
      if (rows.length === 0) return
      for (const row of rows) if (row.failure !== 'mail_refused') await deleteEqual(tx, row)
      await insertSessions(tx, rows)
      for (const [teamId] of ofLiving) {
        await deleteBeyond(tx, teamId)
        afterCommit(() => events.emit('teamOutdated', { teamId, userId: null, part: 'sessions' }))
      }
    })

  return {
    add,
    async idle(): Promise<void> {
      while (writing || count > 0) {
        cancel?.()
        flush()
        await writing
      }
    },
  }
}

/** A client that tries again pushes out nothing else; of refused mail each has a dialogue of its own. */
const isRepeated = (one: FailedSmtp, other: FailedSmtp): boolean =>
  one.failure !== 'mail_refused' &&
  one.failure === other.failure &&
  one.remoteAddress === other.remoteAddress &&
  one.login === other.login

const longest = (waiting: ReadonlyMap<number, FailedSmtp[]>): FailedSmtp[] =>
  [...waiting.values()].reduce((most, own) => (own.length > most.length ? own : most))

/** Databases do not store NUL in text. */
const stored = (text: string): string => text.replaceAll('\0', '\u{fffd}')

function rowOf(session: FailedSmtp): NewSession {
  const { accountId: teamId, at, failure, login, remoteAddress, reply, mailId } = session
  const { transcript, transcriptTimes } = session
  return {
    team_id: teamId,
    at,
    failure,
    login: login === null ? null : stored(login),
    remote_address: remoteAddress,
    reply: stored(reply).slice(0, longestReply),
    dialogue: withFinalReply(packDialogue({ transcript, times: transcriptTimes }), 0),
    mail_id: mailId,
  }
}
