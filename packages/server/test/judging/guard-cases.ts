import type { GuardDemand } from '@mailstop/contract'

export type Sent = {
  lines?: string[]
  body?: string
  to?: string[]
  subject?: string
  from?: string
  /** The first one, where none is named. */
  inbox?: number
}

const html = ['Content-Type: text/html; charset=utf-8']
const many = (count: number) => Array.from({ length: count }, (_, at) => `p${at}@ours.com`)

type Case = { demand: GuardDemand; breaks: [Sent, detail: string | null][]; holds: Sent[] }

/** A demand, mail that breaks it with what is said of that, and its nearest neighbours that do not. */
export const cases: Record<string, Case> = {
  'no-mail': {
    demand: { rule: 'no_mail', search: 'subject:forbidden -body:allowed' },
    breaks: [[{ subject: 'A forbidden mail' }, null]],
    holds: [{ subject: 'A forbidden mail', body: 'allowed' }],
  },
  'each-mail': {
    demand: { rule: 'each_mail', search: 'subject:invoice', must: 'header:X-Invoice' },
    breaks: [[{ subject: 'Your invoice' }, null]],
    holds: [{ subject: 'Your invoice', lines: ['X-Invoice: 7'] }, { subject: 'Your order' }],
  },
  'at-most': {
    demand: { rule: 'at_most', most: 2, same: 'subject', minutes: 5 },
    breaks: [],
    holds: [
      { subject: 'Thrice', body: 'one' },
      { subject: 'Thrice', body: 'two' },
      { subject: 'Thrice', body: 'three', to: ['eve@ours.com'] },
    ],
  },
  outside: {
    demand: { rule: 'recipients_within', domains: ['ours.com'] },
    breaks: [
      [{ to: ['bob@ours.com', 'bob@theirs.com'] }, 'bob@theirs.com'],
      [{ to: ['bob@notours.com'] }, 'bob@notours.com'],
    ],
    holds: [{ to: ['bob@staging.ours.com', 'BOB@Ours.com'] }],
  },
  'dev-link': {
    demand: { rule: 'no_links_to', local: true, hosts: [] },
    breaks: [
      [{ body: 'Go to http://localhost:3000/confirm' }, 'http://localhost:3000/confirm'],
      [{ lines: html, body: '<a href="http://app.test/x">Confirm</a>' }, 'http://app.test/x'],
      [
        { lines: html, body: '<p>Hi</p><img alt="logo" src="http://192.168.1.4/logo.png">' },
        'http://192.168.1.4/logo.png',
      ],
    ],
    holds: [
      { body: 'Go to https://www.ours.com/confirm on your localhost' },
      { lines: html, body: '<a href="https://8.8.8.8/">Confirm</a>' },
    ],
  },
  'wrong-link': {
    demand: { rule: 'no_links_to', local: false, hosts: ['www.live.com'] },
    breaks: [[{ body: 'https://www.live.com/confirm' }, 'https://www.live.com/confirm']],
    holds: [{ body: 'https://live.com/confirm' }, { body: 'We moved from www.live.com.br' }],
  },
  placeholder: {
    demand: { rule: 'no_placeholder' },
    breaks: [
      [{ subject: 'Hello {{ first_name }}' }, '{{ first_name }}'],
      [{ body: 'Hello undefined, welcome' }, 'Hello undefined'],
      [{ lines: html, body: '<p>Total: <b>NaN</b></p>' }, 'Total: NaN'],
      [
        { body: 'https://www.ours.com/users/undefined/confirm' },
        'https://www.ours.com/users/undefined/confirm',
      ],
    ],
    holds: [
      { body: 'The contract is null and void. Undefined behaviour is not NaN.' },
      { lines: html, body: '<p>Write</p><pre>Hello {{ first_name }}</pre>' },
    ],
  },
  crowd: {
    demand: { rule: 'recipients_at_most', most: 50 },
    breaks: [[{ to: many(51) }, '51 recipients']],
    holds: [{ to: many(50) }],
  },
  secret: {
    demand: { rule: 'no_secret' },
    breaks: [
      [{ body: 'Your password is: Tr0ub4dor' }, 'password…'],
      [{ body: 'AKIAIOSFODNN7EXAMPLE' }, 'AKIAIOSF…'],
    ],
    holds: [
      { body: 'Your password must have 8 characters' },
      { body: 'Reset your password: https://www.ours.com/reset/4f2a9' },
    ],
  },
  unsubscribe: {
    demand: { rule: 'unsubscribe_on_bulk' },
    breaks: [
      [{ lines: ['List-Id: <news.ours.com>'] }, null],
      [{ lines: ['Precedence: bulk'] }, null],
    ],
    holds: [
      {
        lines: ['List-Id: <news.ours.com>', 'List-Unsubscribe: <https://www.ours.com/u>'],
      },
      {
        lines: ['Precedence: bulk', ...html],
        body: '<a href="https://www.ours.com/u">Unsubscribe</a>',
      },
    ],
  },
  sender: {
    demand: { rule: 'sender_within', domains: ['ours.com'] },
    breaks: [[{ from: 'ada@gmail.com' }, 'ada@gmail.com']],
    holds: [{ from: 'ada@mail.ours.com' }],
  },
  check: {
    demand: { rule: 'no_mail', search: 'check:fail' },
    breaks: [[{ subject: 'judged fail' }, null]],
    holds: [{ subject: 'judged warn' }],
  },
  large: {
    demand: { rule: 'html_at_most', kilobytes: 102 },
    breaks: [[{ lines: html, body: 'x'.repeat(104_449) }, '103 KB']],
    holds: [{ lines: html, body: 'x'.repeat(104_448) }, { body: 'x '.repeat(100_000) }],
  },
}
