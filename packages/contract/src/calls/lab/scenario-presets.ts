import type { LabStep } from './scenario-steps.ts'

type Preset = { name: string; title: string; steps: readonly LabStep[] }

/**
 * Scenarios that every team has. A name stands in the place of an id. None acts before the recipient is named: a drill could
 * not tell apart what one sender offers.
 */
export const scenarioPresets: readonly Preset[] = [
  {
    name: 'unavailable',
    title: 'Unavailable: everything gets 421',
    steps: [
      { at: 'rcpt', do: { reply: { code: 421, enhanced: '4.3.2', text: 'Try again later' } } },
    ],
  },
  {
    name: 'greylist',
    title: 'Greylisting for 60 seconds',
    steps: [{ at: 'rcpt', key: 'sender+recipient', do: { greylist_s: 60 } }],
  },
  {
    name: 'mailbox-full',
    title: 'Mailbox full: 552 5.2.2',
    steps: [{ at: 'rcpt', do: { reply: { code: 552, enhanced: '5.2.2', text: 'Mailbox full' } } }],
  },
  {
    name: 'unknown-user',
    title: 'Unknown user: 550 5.1.1',
    steps: [{ at: 'rcpt', do: { reply: { code: 550, enhanced: '5.1.1', text: 'User unknown' } } }],
  },
  {
    name: 'flaky',
    title: 'Flaky: 10 % get 451',
    steps: [
      {
        at: 'end',
        chance: 10,
        do: { reply: { code: 451, enhanced: '4.3.0', text: 'Temporary failure' } },
      },
    ],
  },
  {
    name: 'rate-limit',
    title: 'Rate limit: 10 a minute, then 421 4.7.0',
    steps: [
      {
        at: 'data',
        key: 'inbox',
        do: {
          rate: { count: 10, per_s: 60 },
          code: 421,
          enhanced: '4.7.0',
          text: 'Too many messages, slow down',
        },
      },
    ],
  },
  {
    name: 'drop-in-data',
    title: 'Dropped while the content arrives',
    steps: [{ at: 'content', do: { drop: 'reset' } }],
  },
  {
    name: 'drop-after-data',
    title: 'Dropped after the content, before its reply',
    steps: [{ at: 'end', do: { drop: 'close' } }],
  },
  { name: 'no-answer', title: 'No answer', steps: [{ at: 'rcpt', do: { silence: true } }] },
  {
    name: 'slow',
    title: 'Slow: 200 bytes a second',
    steps: [{ at: 'content', do: { throttle_bps: 200 } }],
  },
  {
    name: 'login-unavailable',
    title: 'Logins fail for now: 454',
    steps: [
      {
        at: 'auth',
        do: { reply: { code: 454, enhanced: '4.7.0', text: 'Temporary authentication failure' } },
      },
    ],
  },
]
