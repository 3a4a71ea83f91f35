/** The mail in the picture of the inbox: what apps in development send. */
export type SampleMail = {
  from: string
  subject: string
  to: string
  time: string
  unread?: true
  flagged?: true
}

/** It comes in while one looks. */
export const arrivingMail: SampleMail = {
  from: 'Orbit Accounts',
  subject: 'Your sign-in code is 730 418',
  to: 'qa+login@orbit.test',
  time: 'just now',
  unread: true,
}

export const sampleMails: readonly [SampleMail, ...SampleMail[]] = [
  {
    from: 'Orbit Billing',
    subject: 'Receipt for order 20418',
    to: 'Ada Byron <ada@customer.test>',
    time: '2 minutes ago',
  },
  {
    from: 'Deploy Bot',
    subject: 'staging: migration 0042 failed',
    to: 'oncall@orbit.test, platform@orbit.test',
    time: '14 minutes ago',
    unread: true,
    flagged: true,
  },
  {
    from: 'Mina Okafor via Orbit',
    subject: 'Mina invited you to “Launch plan”',
    to: 'new.person@customer.test',
    time: '1 hour ago',
    unread: true,
  },
  {
    from: 'Orbit Weekly',
    subject: 'Your week: 41 cards finished',
    to: 'leads@orbit.test',
    time: '3 hours ago',
  },
  {
    from: 'Orbit Accounts',
    subject: 'Confirm your email address',
    to: '佐藤花子 <hanako@customer.test>',
    time: '5 hours ago',
  },
]
