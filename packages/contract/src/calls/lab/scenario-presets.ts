import type { LabStep } from './scenario-steps.ts'

type Preset = { name: string; title: string; steps: readonly LabStep[] }

const refusal = (code: number, enhanced: string, text: string): LabStep['do'] => ({
  reply: { code, enhanced, text },
})

/**
 * Scenarios that every team has. A name stands in the place of an id. None acts before the recipient is named: a drill could
 * not tell apart what one sender offers.
 */
export const scenarioPresets: readonly Preset[] = [
  {
    name: 'unavailable',
    title: 'Unavailable: everything gets 421',
    steps: [{ at: 'rcpt', do: refusal(421, '4.3.2', 'Try again later') }],
  },
  {
    name: 'greylist',
    title: 'Greylisting for 60 seconds',
    steps: [{ at: 'rcpt', key: 'sender+recipient', do: { greylist_s: 60 } }],
  },
  {
    name: 'mailbox-full',
    title: 'Mailbox full: 552 5.2.2',
    steps: [{ at: 'rcpt', do: refusal(552, '5.2.2', 'Mailbox full') }],
  },
  {
    name: 'unknown-user',
    title: 'Unknown user: 550 5.1.1',
    steps: [{ at: 'rcpt', do: refusal(550, '5.1.1', 'User unknown') }],
  },
  {
    name: 'flaky',
    title: 'Flaky: 10 % get 451',
    steps: [{ at: 'end', chance: 10, do: refusal(451, '4.3.0', 'Temporary failure') }],
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
          ...refusal(421, '4.7.0', 'Too many messages, slow down').reply,
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
    steps: [{ at: 'auth', do: refusal(454, '4.7.0', 'Temporary authentication failure') }],
  },
]
