import { once } from '../../lib/once.ts'
import { randomUUID } from 'node:crypto'
import { limits, type LabPoint } from '@mailstop/contract'
import type { LabAnswer } from '../lab/lab.ts'
import type { SessionLab } from './session-options.ts'
import type { Next, SessionState, SmtpAccount } from './session-state.ts'
import type { Verb } from './command-parser.ts'
import type { HeldClient } from './mail-endings.ts'
import type { Outcome } from './session-commands.ts'

/** The parts of a session that a turn of the lab moves. */
type Moves = {
  /** Waits for an answer of the caller. */
  hold: () => void
  /** Waits, then does `then`. */
  wait: (ms: number, then: () => Next | null) => Next
  /** Says a refusal of the lab, which counts as no mistake of the client. */
  refuse: (reply: string) => Next | null
  /** Hears of a connection that is dropped. */
  dropped: (held: HeldClient, how: 'close' | 'reset') => void
}

export type LabTurns = ReturnType<typeof createLabTurns>

type Turn = {
  at: readonly LabPoint[]
  account: SmtpAccount | null
  /** The user name of a login that is not the session's yet. */
  login?: string | null
  state: SessionState
  /** The mail, when it is complete. */
  source?: () => Uint8Array
  /** Goes on as if there were no lab. */
  go: () => Next | null
  /** Takes back what the command has changed, for a refusal. */
  undo?: (reply: string) => void
  /** Refuses in another way than by saying so at once. */
  refuse?: (reply: string) => Next | null
  /** Hears of a refusal once it has been said. */
  refused?: (reply: string, scenario: string | null) => void
  /** Answers 250 to a mail that is not kept. */
  discard?: () => Next | null
}

const pointOfVerb: Partial<Record<Verb, LabPoint>> = {
  MAIL: 'mail',
  RCPT: 'rcpt',
  DATA: 'data',
  BDAT: 'data',
  RSET: 'rset',
  NOOP: 'noop',
  QUIT: 'quit',
}

/**
 * The point of a command that is about to be accepted; null: the lab has no say. What the server refuses itself, the lab
 * leaves as it is.
 */
export function pointOf(
  verb: Verb,
  outcome: Outcome,
  { transaction }: SessionState,
): LabPoint | null {
  const isAccepted =
    outcome.kind === 'reply' || outcome.kind === 'close'
      ? outcome.reply.startsWith('2')
      : outcome.kind === 'data' || (outcome.kind === 'chunk' && outcome.refused === null)
  // The first of several chunks begins the content.
  return isAccepted && !transaction?.content ? (pointOfVerb[verb] ?? null) : null
}

/** Asks the lab before replies, and does what it says. */
export function createLabTurns(lab: SessionLab, { hold, wait, refuse, dropped }: Moves) {
  const session = randomUUID()
  let held: Turn | null = null
  /** What follows once the mail is stored. */
  let acknowledged: { answer: LabAnswer; turn: Turn } | null = null
  /** Who waits for a reply, but for that to QUIT, which changes nothing. */
  let waits: HeldClient | null = null
  let scenario: string | null = null
  let throttle: { bps: number; leftMs: number } | null = null
  let isWaiting = false

  function after(ms: number, then: () => Next | null, who: HeldClient | null = null): Next | null {
    if (ms === 0) return then()
    isWaiting = true
    waits = who
    return wait(ms, () => {
      isWaiting = false
      waits = null
      return then()
    })
  }

  const heldIn = ({ account, login }: Turn, isUnanswered = false): HeldClient => ({
    account,
    ...(login !== undefined && { login }),
    isUnanswered,
  })

  /** Ends a turn: by its delay, then by dropping the connection, by silence, or by `go`. */
  function settle(
    { delayMs, act }: LabAnswer,
    turn: Turn,
    go: () => Next | null = turn.go,
  ): Next | null {
    const who = heldIn(turn, act?.kind === 'silence')
    const drop = (how: 'close' | 'reset'): Next => {
      dropped(who, how)
      return { kind: 'drop', how }
    }
    const seen = turn.at.includes('quit') ? null : who
    if (act?.kind === 'silence') return after(limits.labDelayMs, () => drop('close'), seen)
    return after(delayMs, () => (act?.kind === 'drop' ? drop(act.how) : go()), seen)
  }

  const recipientNamed = ({ transaction }: SessionState, at: readonly LabPoint[]) =>
    at.includes('rcpt') ? (transaction?.recipients.at(-1)?.address ?? null) : null

  return {
    /** Whether a command has to be brought before the lab. */
    mayAct: (at: readonly LabPoint[], account: SmtpAccount | null, state: SessionState): boolean =>
      account !== null && lab.mayAct(account, recipientNamed(state, at)),

    /** Goes on at once where no step may act, as is so without a scenario. */
    consult(turn: Turn): Next | null {
      const { account, state, at, source } = turn
      const { transaction, transactions, helo } = state
      if (account === null) return turn.go()
      const named = recipientNamed(state, at)
      const question = lab.ask(account, named, () => ({
        at,
        session,
        transaction: `${session} ${transactions}`,
        address: lab.address,
        helo: helo ?? '',
        sender: transaction?.sender.from ?? null,
        recipients:
          named === null ? (transaction?.recipients.map(({ address }) => address) ?? []) : [named],
        // Read for the first step that asks, and for no other.
        content: source ? once(() => lab.describe(source())) : null,
      }))
      if (question === null) return turn.go()
      held = turn
      hold()
      return { kind: 'lab', question }
    },

    decided(answer: LabAnswer): Next | null {
      const turn = held
      held = null
      if (turn === null) return null
      const { act } = answer
      scenario = answer.scenario ?? scenario
      switch (act?.kind) {
        case 'reply': {
          const { undo, refuse: say = refuse } = turn
          undo?.(act.reply)
          const refused = () => {
            const next = say(act.reply)
            turn.refused?.(act.reply, scenario)
            return next
          }
          return after(answer.delayMs, refused, heldIn(turn))
        }
        case 'discard':
          return after(answer.delayMs, turn.discard ?? turn.go)
        case 'throttle':
          throttle = { bps: act.bps, leftMs: limits.labDelayMs }
          return after(answer.delayMs, turn.go)
        case 'drop':
        case 'silence':
        case undefined:
      }
      if (turn.at.includes('end')) {
        // The mail is stored first: its bytes do not wait, and a client that tries again sends it twice (RFC 1047).
        acknowledged = { answer, turn }
        return turn.go()
      }
      return settle(answer, turn)
    },

    /** Replies to a mail that was stored, or could not be. */
    acknowledge(reply: () => Next | null): Next | null {
      const held = acknowledged
      acknowledged = null
      return held === null ? reply() : settle(held.answer, held.turn, reply)
    },

    /** Lets time pass for content that was read. All of it together takes no longer than the longest delay. */
    slowDown(bytes: number, then: () => Next | null): Next | null {
      if (throttle === null) return then()
      const ms = Math.min(Math.ceil((bytes * 1_000) / throttle.bps), throttle.leftMs)
      throttle.leftMs -= ms
      return after(ms, then)
    },

    contentEnded: (): void => void (throttle = null),

    mailBegan: (): void => void (scenario = null),

    /** The scenario that acted last in this mail. */
    scenario: (): string | null => scenario,

    /** Whom a scenario lets wait now. */
    waits: (): HeldClient | null => waits,

    /** Whether the client waits on purpose, now or within this mail. */
    isDelaying: (): boolean => isWaiting || throttle !== null || acknowledged !== null,
  }
}
