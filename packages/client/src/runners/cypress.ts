import type { Asked, InboxHandle, MailstopTasks } from './cypress-tasks.ts'
import type { InboxConditions } from '../inbox.ts'
import type { InboxOptions } from '../selected-mails.ts'
import type { LinkMatch } from '../mail-finds.ts'
import type { Mail } from '../types.ts'

/**
 * Commands for Cypress: import it in the support file, and give `mailstopTasks()` of
 * `@mailstop/client/cypress/tasks` to `on('task', …)` in `cypress.config`.
 */

type Conditions = InboxConditions & { timeout?: number }

declare global {
  namespace Cypress {
    // oxlint-disable-next-line typescript/no-explicit-any -- a declaration has to repeat the parameters of the one that it extends
    interface Chainable<Subject = any> {
      /** The mail of one test, to an address of its own. */
      mailstopInbox(options?: InboxOptions): Chainable<InboxHandle>
      /** The newest mail that was not returned yet. */
      mailstopMail(inbox: InboxHandle, conditions?: Conditions): Chainable<Mail>
      mailstopCode(inbox: InboxHandle, conditions?: Conditions): Chainable<string>
      mailstopLink(
        inbox: InboxHandle,
        match?: LinkMatch,
        conditions?: Conditions,
      ): Chainable<string>
      mailstopExpectNone(
        inbox: InboxHandle,
        options?: InboxConditions & { within?: number },
      ): Chainable<null>
    }
  }
}

/** What is used of Cypress. */
declare const Cypress: {
  Commands: { add(name: string, run: (...given: never[]) => unknown): void }
}
declare const cy: {
  task(name: keyof MailstopTasks, argument: unknown, options: { timeout: number }): unknown
}

const usualTimeout = 20_000
/** More than the wait itself, so that the failure is the wait's own, which says what arrived. */
const margin = 5_000 + 10_000

const taskOf = (name: keyof MailstopTasks, asked: Asked, timeout = usualTimeout) =>
  cy.task(name, asked, { timeout: timeout + margin })

Cypress.Commands.add('mailstopInbox', (options: InboxOptions = {}) =>
  cy.task('mailstop:inbox', options, { timeout: margin }),
)
Cypress.Commands.add('mailstopMail', (inbox: InboxHandle, conditions: Conditions = {}) =>
  taskOf('mailstop:mail', { inbox, conditions }, conditions.timeout),
)
Cypress.Commands.add('mailstopCode', (inbox: InboxHandle, conditions: Conditions = {}) =>
  taskOf('mailstop:code', { inbox, conditions }, conditions.timeout),
)
Cypress.Commands.add(
  'mailstopLink',
  (inbox: InboxHandle, match: LinkMatch = '', conditions: Conditions = {}) =>
    taskOf('mailstop:link', { inbox, conditions, match: sendable(match) }, conditions.timeout),
)
Cypress.Commands.add(
  'mailstopExpectNone',
  (
    inbox: InboxHandle,
    { within = 2_000, ...conditions }: InboxConditions & { within?: number } = {},
  ) => cy.task('mailstop:none', { inbox, conditions, within }, { timeout: within + margin }),
)

const sendable = (match: LinkMatch) =>
  typeof match === 'string' ? { text: match } : { text: match.source, flags: match.flags }

export type { InboxHandle } from './cypress-tasks.ts'
