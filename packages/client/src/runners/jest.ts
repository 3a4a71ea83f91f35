import type { Inbox } from '../inbox.ts'
import { createMailstop } from '../mailstop.ts'
import { mailMatchers, type MailMatchers } from './matchers.ts'
import type { Settings } from '../settings.ts'
import { runningTest, withinTest } from './time-of-test.ts'

declare global {
  namespace jest {
    interface Matchers<R, T = {}> extends MailMatchers<R> {}
  }
}

/** The globals of Jest that are used here. */
type JestGlobals = {
  expect?: { extend(matchers: typeof mailMatchers): void; getState(): { currentTestName?: string } }
  beforeEach?: (run: () => Promise<void>) => void
  afterEach?: (run: () => void) => void
}
const { expect, beforeEach, afterEach } = globalThis as JestGlobals

expect?.extend(mailMatchers)

const limitOfTest = () => runningTest()?.limit

/** Call it in a test file or a `describe`: it makes an inbox for each of its tests. */
export function inboxForEachTest(settings: Settings = {}): { readonly inbox: Inbox } {
  const mailstop = createMailstop(settings)
  let current: Inbox | undefined
  let over = new AbortController()
  if (!beforeEach) throw new Error('inboxForEachTest needs the globals of Jest')
  beforeEach(async () => {
    const name = expect?.getState().currentTestName
    over = new AbortController()
    let timeout = withinTest(limitOfTest, settings.timeout)
    const { signal } = over
    current = await mailstop.inbox({ ...(name && { name }), signal, timeout: () => timeout() })
    // The time of a test begins after this hook, which has time of its own.
    timeout = withinTest(limitOfTest, settings.timeout)
  })
  // A wait that outlives its test would keep Jest from its end.
  afterEach?.(() => over.abort())
  return {
    get inbox() {
      if (!current) throw new Error('The inbox exists in tests alone')
      return current
    },
  }
}

export { mailMatchers } from './matchers.ts'
