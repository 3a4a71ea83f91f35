import { limits } from '@mailstop/contract'
import { firstInbox } from '../../lib/first-inbox.ts'
import { createPlaces } from '../../lib/shares/places.ts'
import {
  decide,
  type LabAct,
  type LabCounter,
  type LabEvent,
  type LabQuestion,
  type RunningSteps,
} from './lab-decision.ts'
import { readyStep, type LabFacts } from './lab-steps.ts'
import { magicStep } from './magic-recipients.ts'

export type LabDeps = {
  /** The scenario that is on in an inbox; asked before each reply, so it looks at memory alone. */
  runningIn: (teamId: number, inbox: number) => RunningSteps | null
  /** Counts one for a key of a run, in all processes; `user` answers for it. */
  count: (user: string, run: string, ...counted: Parameters<LabCounter>) => ReturnType<LabCounter>
  /** Hears of each step that acted, and who answers for it. */
  acted: (event: LabEvent, user: string) => void
}

/** The account whose mail it is. */
export type LabAccount = { id: number; inbox?: number; user?: string }

/** What to do now. `release` frees the place of a client that waits. */
export type LabAnswer = {
  delayMs: number
  act: LabAct
  /** Which scenario acted; null: none did. */
  scenario: string | null
  release: () => void
}

export type Lab = ReturnType<typeof createLab>

const full = `421 4.3.2 This scenario delays ${limits.delayedConnections} connections already`
const nothing = () => {}
/** Names what recipients ask for. */
const magic = 'smtp.invalid'

/** Connections that wait on purpose at a time: of all, and of each person and team. */
const places = { most: 2_500, each: limits.delayedConnections }
const ofTeam = (id: number) => `team ${id}`

/** Failures on purpose: decides what becomes of a reply, by the scenario of its inbox and by recipients at smtp.invalid. */
export function createLab({ runningIn, count, acted }: LabDeps) {
  const { take, sizeOf } = createPlaces(places)
  return {
    /** Whether `ask` has to be called at all: mostly no scenario is on, and nothing else is asked for each command. */
    mayAct: ({ id, inbox = firstInbox }: LabAccount, recipient: string | null): boolean =>
      runningIn(id, inbox) !== null || (recipient !== null && magicStep(recipient) !== null),

    /** The steps that may act now; null, mostly: there are none. `recipient` is the one that is being named. */
    ask(
      { id, inbox = firstInbox }: LabAccount,
      recipient: string | null,
      known: () => LabFacts,
    ): LabQuestion | null {
      const running = runningIn(id, inbox)
      const wanted = recipient === null ? null : magicStep(recipient)
      if (running === null && wanted === null) return null
      const facts = known()
      const due = running?.steps.filter(({ matches }) => matches(facts)) ?? []
      if (wanted) due.unshift(readyStep(wanted, null))
      if (due.length === 0) return null
      const base = running ?? {
        teamId: id,
        inbox,
        name: magic,
        run: `${magic} ${id} ${inbox}`,
        seed: '',
      }
      return { running: { steps: [], ...base }, facts, due }
    },

    /** Connections of a team that wait on purpose in this process. */
    delayedOf: (team: number) => sizeOf(ofTeam(team)),

    async decide(question: LabQuestion, user: string): Promise<LabAnswer> {
      const { run, name } = question.running
      const { delayMs, act, events } = await decide(question, (...counted) =>
        count(user, run, ...counted),
      )
      for (const event of events) acted(event, user)
      const isRunning = events.some(({ step }) => step !== null)
      const scenario = isRunning ? name : events.length > 0 ? magic : null
      const waits = delayMs > 0 || act?.kind === 'silence' || act?.kind === 'throttle'
      if (!waits) return { delayMs, act, scenario, release: nothing }
      const release = take(user, ofTeam(question.running.teamId))
      if (release) return { delayMs, act, scenario, release }
      const refused = { kind: 'reply', reply: full, isCounted: false } as const
      return { delayMs: 0, act: refused, scenario, release: nothing }
    },
  }
}
