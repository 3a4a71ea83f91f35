import type { RuleCases, TestMail } from '../mail-of.ts'

const good: TestMail = {
  subject: 'Your order',
  html: '<p>We packed it today, and it arrives on Friday.</p>',
}
const subjectOf = (length: number) => `${'a'.repeat(length - 2)} z`
const hidden = (text: string, behind = '<p>Menu Shop About</p>'): TestMail => ({
  html: `<div style="display: none; max-height: 0">${text}</div>${behind}`,
})

export const rowCases: RuleCases = {
  'row.no-subject': {
    fires: [
      { subject: '' },
      { subject: '=?utf-8?B?4oCL?=' },
      { source: 'From: a@a.example\r\n\r\nHi' },
    ],
    spares: [good, { subject: '?' }],
  },
  'row.long-subject': {
    fires: [{ subject: subjectOf(91) }],
    spares: [good, { subject: subjectOf(90) }],
  },
  'row.cut-subject': {
    fires: [{ subject: subjectOf(61) }, { subject: subjectOf(90) }],
    spares: [{ subject: subjectOf(60) }, { subject: subjectOf(91) }, { subject: '👩‍👩‍👧‍👦'.repeat(60) }],
  },
  'row.sender': {
    fires: [
      { headers: ['From: shop@example.com'] },
      { headers: ['From: "a@b.example" <a@b.example>'] },
    ],
    spares: [good, { headers: ['From: =?utf-8?Q?B=C3=A4r?= <a@b.example>'] }],
  },
  'row.no-preheader': {
    fires: [
      { html: '<style>p { color: red }</style><img src="a.png">' },
      { html: '<p>View this email in your browser</p><p>News</p>' },
      { html: '<p>Having trouble viewing this email? Click here</p>' },
      { html: '<p>Im Browser ansehen</p>' },
      { html: '<p>Wird diese Nachricht nicht richtig dargestellt? Zur Webversion</p>' },
      { html: '<p>Voir dans votre navigateur</p>' },
      { html: '<p>Ver en tu navegador</p>' },
      { html: '<p>在浏览器中查看</p>' },
      { text: '\n' },
    ],
    spares: [
      good,
      { html: '<img src="a.png" alt="Summer sale"><p>View in browser</p>' },
      { text: 'We packed it today.' },
      { text: 'Read our guide to browsers' },
      { html: '<p>You cannot sign in any more. Browser sessions end today.</p>' },
    ],
  },
  'row.repeats-subject': {
    fires: [{ html: '<h1>Your order!</h1><p>It is on its way.</p>' }],
    spares: [good, { subject: 'Hello', text: 'Hello Ada' }],
  },
  'row.text-bleeds-in': {
    fires: [hidden('We packed it today.')],
    spares: [
      good,
      hidden(`We packed it today.${'&#847;&zwnj;&nbsp;'.repeat(30)}`),
      hidden('We packed it today.', '<img src="a.png">'),
      hidden(
        'We packed it today, it arrives on Friday, and you can follow it on its way with the number below.',
      ),
    ],
  },
}
