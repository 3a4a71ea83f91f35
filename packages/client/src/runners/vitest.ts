import { expect, test as base } from 'vitest'
import type { Inbox } from '../inbox.ts'
import { createMailstop, type Mailstop } from '../mailstop.ts'
import { mailMatchers, type MailMatchers } from './matchers.ts'
import { withinTest } from './time-of-test.ts'

declare module 'vitest' {
  interface Matchers<
    R extends void | Promise<void> = void | Promise<void>,
    T = unknown,
  > extends MailMatchers<R> {}
}

expect.extend(mailMatchers)

/** Vitest's `test` with an inbox for each test. */
export const test = base.extend<{ mailstop: Mailstop; inbox: Inbox }>({
  // Vitest requires a destructured first argument, even an empty one.
  // oxlint-disable-next-line no-empty-pattern
  mailstop: async ({}, use) => {
    await use(createMailstop())
  },
  inbox: async ({ mailstop, task }, use) => {
    const over = new AbortController()
    const timeout = withinTest(() => task.timeout, mailstop.timeout)
    await use(await mailstop.inbox({ name: task.name, signal: over.signal, timeout }))
    over.abort()
  },
})

export { expect } from 'vitest'
