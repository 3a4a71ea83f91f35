import type { Inbox, InboxConditions } from '../inbox.ts'
import { createMailstop } from '../mailstop.ts'
import type { InboxOptions } from '../selected-mails.ts'
import type { Settings } from '../settings.ts'
import type { Mail, WaitOptions } from '../types.ts'

/**
 * The half of the Cypress commands that runs in Node: the token stays out of the browser, and no
 * request is subject to the rules between origins.
 */

/** What a test holds of an inbox. */
export type InboxHandle = { readonly address: string; readonly id: number }

type Conditions = InboxConditions & Pick<WaitOptions, 'timeout'>

/** Arguments of `cy.task` are JSON. */
export type Asked = {
  inbox: InboxHandle
  conditions: Conditions
  match?: { text: string; flags?: string }
}

export type MailstopTasks = {
  'mailstop:inbox': (options: InboxOptions) => Promise<InboxHandle>
  'mailstop:mail': (asked: Asked) => Promise<Mail>
  'mailstop:code': (asked: Asked) => Promise<string>
  'mailstop:link': (asked: Asked) => Promise<string>
  'mailstop:none': (asked: Asked & { within: number }) => Promise<null>
}

/** Call it in `setupNodeEvents` of `cypress.config`: `on('task', mailstopTasks())`. */
export function mailstopTasks(settings: Settings = {}): MailstopTasks {
  const mailstop = createMailstop(settings)
  const inboxes: Inbox[] = []

  function of({ inbox: { id, address } }: Asked): Inbox {
    const inbox = inboxes[id]
    if (inbox?.address !== address) throw new Error(`There is no inbox ${address}`)
    return inbox
  }

  return {
    async 'mailstop:inbox'(options) {
      const inbox = await mailstop.inbox(options)
      return { address: inbox.address, id: inboxes.push(inbox) - 1 }
    },
    'mailstop:mail': async (asked) => of(asked).wait(asked.conditions),
    'mailstop:code': async (asked) => of(asked).code(asked.conditions),
    'mailstop:link': async (asked) => of(asked).link(readMatch(asked), asked.conditions),
    async 'mailstop:none'(asked) {
      await of(asked).expectNone({ ...asked.conditions, within: asked.within })
      return null
    },
  }
}

function readMatch({ match }: Asked): string | RegExp {
  if (!match) return ''
  return match.flags === undefined ? match.text : new RegExp(match.text, match.flags)
}
