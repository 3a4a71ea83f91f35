import {
  actionOfStep,
  countedRefusal,
  limits,
  type LabActionName,
  type LabKey,
  type LabPoint,
} from '@mailstop/contract'
import type { OfferedContent } from '../../mime/offered-content.ts'
import { comesUp } from './lab-chance.ts'
import { labReply, type LabFacts, type ReadyStep } from './lab-steps.ts'

/** A scenario that is on in an inbox. */
export type RunningSteps = {
  teamId: number
  inbox: number
  name: string
  /** Another one after each start and reset: what was counted before does not count. */
  run: string
  seed: string
  steps: readonly ReadyStep[]
}

/** The steps that may act now. */
export type LabQuestion = { running: RunningSteps; facts: LabFacts; due: readonly ReadyStep[] }

/**
 * Counts one for a step of the run, in all processes: how many there are now, and how long ago the first was. `key` is
 * what clients choose; it is empty where all of them count together.
 */
export type LabCounter = (
  step: string,
  key: string,
  windowMs: number,
) => Promise<{ count: number; sinceMs: number }>

/** What becomes of the reply. Null: it is what it would be. */
export type LabAct =
  | { kind: 'reply'; reply: string; isCounted: boolean }
  | { kind: 'drop'; how: 'close' | 'reset' }
  | { kind: 'silence' }
  | { kind: 'discard' }
  | { kind: 'throttle'; bps: number }
  | null

/** A step that acted, as a drill reads it. */
export type LabEvent = Pick<RunningSteps, 'teamId' | 'inbox' | 'run'> &
  Pick<LabFacts, 'session' | 'transaction' | 'sender' | 'recipients'> & {
    /** Its place in the scenario; null: a recipient at smtp.invalid asked for it. */
    step: number | null
    at: LabPoint
    did: LabActionName
    /** Reads the content; null before that is complete. Reading it is dear, and drills alone want it. */
    content: (() => OfferedContent) | null
    /** The reply of a refusal. */
    reply: string | null
    /** Whether the mail was accepted and is not kept. */
    isDiscarded: boolean
  }

export type LabDecision = { delayMs: number; act: LabAct; events: readonly LabEvent[] }

const dayMs = limits.scenarioSeconds * 1_000

/** Asks the steps in their order. Delays add up, and the first other step that is due acts. */
export async function decide(
  { running, facts, due }: LabQuestion,
  count: LabCounter,
): Promise<LabDecision> {
  const events: LabEvent[] = []
  let delayMs = 0
  let act: LabAct = null
  for (const ready of due) {
    if (!(await isDue(ready, running, facts, count))) continue
    const result = await actOf(ready, facts, count)
    if (result === 'passes') continue
    act = result
    events.push(eventOf(ready, running, facts, act))
    const { delay_ms: delay } = ready.step.do
    if (delay === undefined) break
    delayMs = Math.min(delayMs + delay, limits.labDelayMs)
  }
  return { delayMs, act, events }
}

async function isDue(
  { step, index }: ReadyStep,
  { seed, inbox }: RunningSteps,
  facts: LabFacts,
  count: LabCounter,
): Promise<boolean> {
  const attempt = step.when?.attempt
  if (attempt) {
    const key = keyOf(step.key ?? 'sender+recipient', facts)
    const { count: nth } = await count(`${index} attempt`, key, dayMs)
    if (nth < (attempt.from ?? 1) || nth > (attempt.to ?? Infinity)) return false
  }
  if (step.chance === undefined || step.chance === 100) return true
  const { count: n } = await count(`${index} draw`, '', dayMs)
  return comesUp(step.chance, { seed, step: index, inbox, n })
}

/** `passes`: what it limits is still within its limits. */
async function actOf(
  { step, index }: ReadyStep,
  facts: LabFacts,
  count: LabCounter,
): Promise<LabAct | 'passes'> {
  const { reply, drop, greylist_s: greylist, rate, throttle_bps: bps, silence, accept } = step.do
  if (reply) return { kind: 'reply', reply: labReply(reply), isCounted: false }
  if (drop) return { kind: 'drop', how: drop }
  if (silence) return { kind: 'silence' }
  if (bps !== undefined) return { kind: 'throttle', bps }
  if (accept === 'discard') return { kind: 'discard' }
  const refusal: LabAct = {
    kind: 'reply',
    reply: labReply(countedRefusal(step.do)),
    isCounted: true,
  }
  if (greylist !== undefined) {
    const key = keyOf(step.key ?? 'sender+recipient', facts)
    const { count: nth, sinceMs } = await count(`${index} greylist`, key, dayMs)
    return nth === 1 || sinceMs < greylist * 1_000 ? refusal : 'passes'
  }
  if (rate) {
    const key = keyOf(step.key ?? 'inbox', facts)
    const { count: nth } = await count(`${index} rate`, key, rate.per_s * 1_000)
    return nth > rate.count ? refusal : 'passes'
  }
  return null
}

function keyOf(key: LabKey, { session, sender: from, recipients }: LabFacts): string {
  const sender = JSON.stringify(from?.toLowerCase() ?? null)
  const recipient = JSON.stringify(recipients.map((each) => each.toLowerCase()).toSorted())
  const keys = { session, sender, recipient, 'sender+recipient': sender + recipient, inbox: '' }
  return keys[key]
}

const eventOf = (
  { step, index }: ReadyStep,
  { teamId, inbox, run }: RunningSteps,
  { session, transaction, isPosted, sender, recipients, content }: LabFacts,
  act: LabAct,
): LabEvent => ({
  teamId,
  inbox,
  run,
  step: index,
  at: step.at,
  did: actionOfStep(step),
  session,
  transaction,
  sender,
  recipients,
  content,
  reply: act?.kind === 'reply' ? act.reply : null,
  isDiscarded: act?.kind === 'discard' && !isPosted,
})
