import type { LabPoint, LabReply, LabStep } from '@mailstop/contract'
import { createNetworks } from '../../lib/network/networks.ts'
import type { OfferedContent } from '../../mime/offered-content.ts'
import { createWildcard, foldCase } from '../../lib/wildcard.ts'

/** What is known when a step may act. */
export type LabFacts = {
  /** The points that are reached, of which there are several where the team of a client was not known before. */
  at: readonly LabPoint[]
  /** Names the connection. */
  session: string
  /** Names the mail that is being offered, of which a connection may have several. */
  transaction: string
  /** Posted over HTTP: no step discards it. */
  isPosted?: true
  address: string
  helo: string
  /** Null before MAIL. */
  sender: string | null
  /** Holds the one that is being named at RCPT, and later all that were accepted. */
  recipients: readonly string[]
  /** Null before the content is complete. */
  content: (() => OfferedContent) | null
}

export type ReadyStep = {
  step: LabStep
  /** Its place in the scenario; null: a recipient asks for it. */
  index: number | null
  /** Leaves out what has to be counted. */
  matches: (facts: LabFacts) => boolean
}

/** Reads the patterns of a step once, for all mail that it is compared with. */
export function readyStep(step: LabStep, index: number | null): ReadyStep {
  const { sender, recipient, subject, helo, address } = step.when ?? {}
  const tests: ((facts: LabFacts) => boolean)[] = []
  const like = (pattern: string | undefined, texts: (facts: LabFacts) => readonly string[]) => {
    if (pattern === undefined) return
    const matches = createWildcard(pattern)
    tests.push((facts) => texts(facts).some((text) => matches(foldCase(text))))
  }
  like(helo, (facts) => [facts.helo])
  like(sender, (facts) => (facts.sender === null ? [] : [facts.sender]))
  like(recipient, (facts) => facts.recipients)
  if (address !== undefined) {
    const isWithin = createNetworks([address])
    tests.push((facts) => isWithin(facts.address))
  }
  // Last, as it reads the header of the mail.
  like(subject, ({ content }) => (content ? [content().subject] : []))
  return {
    step,
    index,
    matches: (facts) => facts.at.includes(step.at) && tests.every((holds) => holds(facts)),
  }
}

export const readySteps = (steps: readonly LabStep[]): ReadyStep[] =>
  steps.map((step, index) => readyStep(step, index))

/** A reply without its last CRLF. Each of its lines has both codes. */
export function labReply({ code, enhanced, text }: LabReply): string {
  const lines = text.split('\n').map((line) => (enhanced ? `${enhanced} ${line}` : line))
  return lines
    .map((line, index) => `${code}${index === lines.length - 1 ? ' ' : '-'}${line}`)
    .join('\r\n')
}
