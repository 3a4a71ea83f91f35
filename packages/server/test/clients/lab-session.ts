import { readOfferedContent } from '../../src/mime/offered-content.ts'
import type { LabStep } from '@mailstop/contract'
import { createMailTerms } from '../../src/lib/mail-terms.ts'
import { proves } from '../../src/lib/secrets/password-proof.ts'
import type { LabEvent } from '../../src/smtp/lab/lab-decision.ts'
import { createLab } from '../../src/smtp/lab/lab.ts'
import { readySteps } from '../../src/smtp/lab/lab-steps.ts'
import { withDefaults } from '../../src/smtp/limits/limits.ts'
import { createSession } from '../../src/smtp/session/session.ts'
import type { CaughtMail, Step } from '../../src/smtp/session/session-state.ts'
import { password } from './smtp-harness.ts'

/** Counts in memory, by a clock that the test moves. */
export function memoryCounter(clock: { now: number }) {
  const counts = new Map<string, { count: number; since: number }>()
  return async (_user: string, run: string, step: string, key: string, windowMs: number) => {
    const id = `${run} ${step} ${key}`
    const known = counts.get(id)
    const isOver = known === undefined || clock.now - known.since >= windowMs
    const counted = isOver ? { count: 0, since: clock.now } : known
    counted.count += 1
    counts.set(id, counted)
    return { count: counted.count, sinceMs: clock.now - counted.since }
  }
}

export type LabClient = ReturnType<ReturnType<typeof createLabServer>['connect']>

/** Sessions without sockets on one inbox with a scenario. Waits take no time, and are listed. */
export function createLabServer(steps: LabStep[], { seed = 'seed', isOpen = false } = {}) {
  const clock = { now: 0 }
  const mails: CaughtMail[] = []
  const events: LabEvent[] = []
  const ready = readySteps(steps)
  const running = { teamId: 7, inbox: 1, name: 'Test', run: 'run', seed, steps: ready }
  const lab = createLab({
    runningIn: () => (steps.length === 0 ? null : running),
    count: memoryCounter(clock),
    acted: (event) => events.push(event),
  })

  function connect() {
    const session = createSession({
      hostname: 'mail.test',
      tls: 'none',
      limits: withDefaults(),
      requiresTls: false,
      terms: createMailTerms({ allowed: [], denied: [], deniedSenders: [] }),
      refusalOf: () => null,
      open: isOpen ? { id: 7 } : null,
      elapsed: () => clock.now,
      lab: {
        ...lab,
        address: '10.1.2.3',
        describe: readOfferedContent,
      },
    })
    const waits: number[] = []
    let end: 'close' | 'reset' | 'said' | null = null

    async function answer(next: Step['next']): Promise<Step | null> {
      switch (next.kind) {
        case 'authenticate':
          return session.authenticated(proves(next.password, password) ? { id: 7 } : 'wrong')
        case 'find-team':
          return session.found('unknown')
        case 'deliver':
          return session.delivered({ id: mails.push(next.mail) })
        case 'start-tls':
          return session.secured()
        case 'lab':
          return session.decided(await lab.decide(next.question, 'user'))
        case 'pause':
          waits.push(next.ms)
          clock.now += next.ms
          return session.resume()
        case 'drop':
          end = next.how
          return null
        case 'close':
          end ??= 'said'
          return null
        case 'read':
          return null
      }
    }

    async function follow(first: Step): Promise<string> {
      let output = ''
      for (let step: Step | null = first; step; step = await answer(step.next)) {
        output += step.output
      }
      return output
    }

    return {
      session,
      waits,
      /** How the server ended the connection. */
      end: () => end,
      greet: () => follow(session.start()),
      /** Sends a line and returns the replies to it. */
      send: (line: string): Promise<string> => follow(session.receive(Buffer.from(`${line}\r\n`))),
    }
  }

  return { connect, clock, mails, events }
}
