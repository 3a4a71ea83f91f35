import { packDialogue, withFinalReply } from '../../db/mail/packed-dialogue.ts'
import { createSparingLog } from '../../lib/process/sparing-log.ts'
import { largestBy } from '../../lib/shares/largest.ts'
import type { FailedSmtp } from '../../smtp/failures/failures.ts'
import type { FeatureDeps } from '../feature-deps.ts'
import {
  deleteBeyond,
  deleteEqual,
  insertSessions,
  isOfMail,
  livingTeams,
  type NewSession,
} from './smtp-session-store.ts'

type SessionWriterDeps = Pick<FeatureDeps, 'db' | 'events' | 'log'> & {
  later: (work: () => void, ms: number) => () => void
}

/** A person who waits for a mail does not notice it, and a burst is one transaction. */
const togetherMs = 250
/** One transaction writes all that waits, and other writers wait for it. */
const mostWaiting = 200
const mostOfTeam = 50
const longestReply = 1_000
const longestDialogue = 4_096

/**
 * Writes failed sessions soon after they failed, many at a time. What waits is bounded: where a team or the whole has too
 * many, who caused the most loses the oldest. What the store does not take is lost, since no client waits for it.
 */
export function createSessionWriter({ db, events, log, later }: SessionWriterDeps) {
  const say = createSparingLog(log)
  let waiting: FailedSmtp[] = []
  let writing: Promise<void> | null = null
  let cancel: (() => void) | null = null

  function add(session: FailedSmtp): void {
    const ofTeam = waiting.filter(({ accountId }) => accountId === session.accountId)
    const again = ofTeam.find((one) => isRepeated(one, session))
    if (again) drop(again)
    else if (ofTeam.length === mostOfTeam) drop(oldestOfMost(ofTeam))
    else if (waiting.length === mostWaiting) drop(oldestOfMost(waiting))
    waiting.push(session)
    if (!writing) cancel ??= later(flush, togetherMs)
  }

  function drop(session: FailedSmtp | undefined): void {
    waiting = waiting.filter((one) => one !== session)
  }

  function flush(): void {
    cancel = null
    if (writing || waiting.length === 0) return
    const taken = Map.groupBy(waiting, ({ accountId }) => accountId)
    waiting = []
    writing = write(taken).finally(() => {
      writing = null
      if (waiting.length > 0) cancel ??= later(flush, togetherMs)
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
      for (const row of rows) if (!isOfMail(row.failure)) await deleteEqual(tx, row)
      await insertSessions(tx, rows)
      for (const [teamId, sessions] of ofLiving) {
        for (const [like = sessions[0]] of Map.groupBy(sessions, kindOf).values()) {
          if (like) await deleteBeyond(tx, teamId, rowOf(like))
        }
        afterCommit(() => {
          events.emit('teamOutdated', { teamId, userId: null, part: 'sessions' })
          for (const session of sessions) events.emit('happened', happeningOf(session))
        })
      }
    })

  return {
    add,
    async idle(): Promise<void> {
      while (writing || waiting.length > 0) {
        cancel?.()
        flush()
        await writing
      }
    },
  }
}

const failedLogins: readonly FailedSmtp['failure'][] = [
  'wrong_password',
  'unknown_username',
  'login_missing',
  'login_refused',
]

const happeningOf = ({ accountId, failure, remoteAddress, login, reply }: FailedSmtp) => ({
  teamId: accountId,
  event: failedLogins.includes(failure) ? ('login.failed' as const) : ('smtp.refused' as const),
  data: { failure, address: remoteAddress, login: login ?? '', reply },
})

/** A client that tries again pushes out nothing else; of mail each has a dialogue of its own. */
const isRepeated = (one: FailedSmtp, other: FailedSmtp): boolean =>
  !isOfMail(one.failure) &&
  one.failure === other.failure &&
  one.remoteAddress === other.remoteAddress &&
  one.login === other.login

/** Sessions of which the store keeps so many together. */
const kindOf = ({ failure, isStranger }: FailedSmtp): string =>
  `${isOfMail(failure) ? 'mail' : failure} ${isStranger}`

/** The person comes first, who may have many teams. */
const oldestOfMost = (sessions: readonly FailedSmtp[]): FailedSmtp | undefined =>
  largestBy(
    sessions,
    ({ user }) => user,
    ({ accountId }) => accountId,
  )[0]

/** Databases do not store NUL in text. */
const stored = (text: string): string => text.replaceAll('\0', '\u{fffd}')

/** The reply that says no is the last or close to it, and a team keeps many. */
function endOf({ transcript, transcriptTimes }: FailedSmtp) {
  const lines = transcript.split('\n')
  let left = longestDialogue
  const from = lines.findLastIndex((line) => (left -= line.length + 1) < 0) + 1
  return { transcript: lines.slice(from).join('\n'), times: transcriptTimes.slice(from) }
}

function rowOf(session: FailedSmtp): NewSession {
  const { accountId: teamId, at, failure, login, remoteAddress, reply, mailId } = session
  const { inbox, isStranger, scenario } = session
  const { transcript, times } = endOf(session)
  return {
    team_id: teamId,
    at,
    failure,
    login: login === null ? null : stored(login),
    remote_address: remoteAddress,
    reply: stored(reply).slice(0, longestReply),
    dialogue: withFinalReply(packDialogue({ transcript, times }), 0),
    mail_id: mailId,
    inbox_id: inbox,
    scenario,
    is_stranger: isStranger ? 1 : 0,
  }
}
