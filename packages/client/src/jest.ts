import type { Inbox } from './inbox.ts'
import { createMailstop, type InboxOptions } from './mailstop.ts'
import { mailMatchers, type MailMatchers } from './matchers.ts'
import type { Settings } from './settings.ts'

declare global {
  // oxlint-disable-next-line typescript/no-namespace -- Jest's types are one
  namespace jest {
    // oxlint-disable-next-line no-unused-vars -- a declaration has to repeat the parameters of the one that it extends
    interface Matchers<R, T = {}> extends MailMatchers<R> {}
  }
}
