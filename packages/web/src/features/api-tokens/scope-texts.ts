import type { TokenScope } from '@mailstop/contract'

/** What people read of each scope, in the order of the form. */
export const scopeTexts: readonly {
  scope: TokenScope
  /** Shown in the list of tokens. */
  short: string
  label: string
  hint: string
  /** Whether a new token has it unless it is taken away. */
  preselected: boolean
}[] = [
  {
    scope: 'mail:read',
    short: 'Read',
    label: 'Read mail',
    hint: 'List, search and open mail.',
    preselected: true,
  },
  {
    scope: 'mail:write',
    short: 'Change',
    label: 'Change mail',
    hint: 'Mark it read or flagged, and tag it.',
    preselected: true,
  },
  {
    scope: 'mail:delete',
    short: 'Delete',
    label: 'Delete mail',
    hint: 'Delete it, and restore what was deleted.',
    preselected: true,
  },
  {
    scope: 'mail:send',
    short: 'Add',
    label: 'Add mail',
    hint: 'Put mail into the inbox.',
    preselected: true,
  },
  {
    scope: 'mail:forward',
    short: 'Forward',
    label: 'Forward mail',
    hint: 'Send mail to addresses outside of Mailstop, and make links for people without an account, in your name.',
    preselected: false,
  },
  {
    scope: 'smtp:read',
    short: 'SMTP password',
    label: 'Read the SMTP credentials',
    hint: 'So that a test can set up the app that it tests.',
    preselected: false,
  },
  {
    scope: 'inbox:manage',
    short: 'Inboxes',
    label: 'Manage inboxes',
    hint: 'Make inboxes, for example for previews, change them, and end them with their mail.',
    preselected: false,
  },
  {
    scope: 'webhooks:manage',
    short: 'Webhooks',
    label: 'Manage webhooks',
    hint: 'Make webhooks, change and remove them, and send again what they sent.',
    preselected: false,
  },
]
