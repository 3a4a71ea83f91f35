import { expect, test } from 'vitest'
import * as accountEmails from './account-emails.ts'
import { plainName, type EmailTemplate } from './email-template.ts'
import * as teamEmails from './team-emails.ts'

const {
  addressTakenEmail,
  alreadyRegisteredEmail,
  connectSignInEmail,
  newAddressEmail,
  passwordResetEmail,
  securityNoticeEmail,
  verificationEmail,
} = accountEmails
const { forwardingVerificationEmail, invitationEmail, testEmail, webhookOffEmail } = teamEmails

test.each([
  'Ada Lovelace',
  "Seán O'Brien-Łukasz",
  '山田 太郎',
  'Rocket & Sons',
  'Rocket (Berlin), Inc.',
  'Dr. Ada L.',
  'St. John',
  'Yahoo!',
  'C++ & Co.',
  'Ann “Bo” O’Neil',
  'Rocket 🚀',
  'The 👩‍👩‍👧 of 🏴‍☠️ ❤️',
  'Web 2.0',
  'J.R.R. & S.p.A.',
  'Ph.D. Acme™',
])('the name %j is written as it is', (name) => {
  expect(plainName(name)).toBe(name)
})

test.each([
  ['Win at https://evil.example/x?y', 'Win at https evil example x y'],
  ['evil.example', 'evil example'],
  ['EVIL.EXAMPLE.', 'EVIL EXAMPLE.'],
  ['www.evil', 'www evil'],
  ['www. evil', 'www evil'],
  ['a.evil.co.uk!', 'a evil co uk!'],
  ['bücher.example', 'bücher example'],
  ['пример.рф', 'пример рф'],
  ['例え。テスト', '例え テスト'],
  ['evil．example', 'evil example'],
  ['evil.🚀.ws', 'evil 🚀 ws'],
  ['🚀.ws', '🚀 ws'],
  ['1.example', '1 example'],
  ['evil.4u', 'evil 4u'],
  ['evil.1', 'evil 1'],
  ['evil..example', 'evil. example'],
  ['t.co.x', 't co.x'],
  ['WwW.x', 'WwW x'],
  ['10.0.0.1', '10 0 0 1'],
  ['evil-.-example', 'evil- -example'],
  ['evil.\u200Bexample', 'evil. example'],
  ['evil\u200D.\u200Dexample', 'evil . example'],
  ['evil.\u0301example', 'evil \u0301example'],
  ['(evil.example)', '(evil example)'],
  ['javascript:alert(1)', 'javascript alert(1)'],
  ['mailto:me', 'mailto me'],
  ['mail me@evil.example', 'mail me evil example'],
  ['me＠evil', 'me evil'],
  ['<b>Bob</b> & [x](y)', 'b Bob b & x (y)'],
  ['Ann\r\nBcc: x', 'Ann Bcc x'],
  ['Ann\u2028Bo\u0085Cy\u0000', 'Ann Bo Cy'],
  ['\u202Eevil', 'evil'],
  ['\uD83D', ''],
  ['…', ''],
  ['...', ''],
  [' & ', ''],
])('the name %j is written %j, without a link, markup or a line', (name, written) => {
  expect(plainName(name)).toBe(written)
})

test('a name is cut at sixty signs, and between whole ones', () => {
  expect(plainName('a'.repeat(61))).toBe('a'.repeat(60))
  expect(plainName(`${'a'.repeat(59)}🚀`)).toBe('a'.repeat(59))
})

test('a name cannot add a line, a link or markup to an email', () => {
  const url = new URL('http://localhost:8025/verify-email/abc')
  const name = 'X</p><a href="https://evil.example">y</a>\r\n\r\nhttps://evil.example'
  const { subject, text, html } = verificationEmail({ name }, url, 60)
  expect(text.split('\n')[0]).toBe('Hello X p a href "https evil example" y a https evil example,')
  expect([...`${subject}${text}${html}`.matchAll(/https?:\/\/[^\s"<]+/g)].map(String)).toEqual([
    url.href,
    url.href,
    url.href,
  ])
  expect(html.match(/<a /g)).toHaveLength(1)
})

test('the verification email says how long its link is good for', () => {
  const url = new URL('http://localhost:8025/verify-email/abc')
  const email = verificationEmail({ name: '…' }, url, 60)
  expect(email).toMatchObject({ subject: 'Verify your email address', link: url.href })
  expect(email.text).toContain('Hello there,')
  expect(email.text).toContain('valid for 60 minutes')
})

test('the notice to an account’s holder repeats nothing the stranger typed', () => {
  const url = new URL('http://localhost:8025/login?a=1&b=2')
  const email = alreadyRegisteredEmail(url)
  expect(email.link).toBe(url.href)
  expect(email.html).toContain('href="http://localhost:8025/login?a=1&amp;b=2"')
})

const url = new URL('http://localhost:8025/there?a=1')
const stopUrl = 'http://localhost:8025/forwarding/stop/a-t0k&'
const ann = { name: 'Ann' }

/** One of each kind, by the function that writes it. */
const emails: Record<string, EmailTemplate[]> = {
  addressTakenEmail: [addressTakenEmail(url)],
  alreadyRegisteredEmail: [alreadyRegisteredEmail(url)],
  connectSignInEmail: [connectSignInEmail(ann, url, 60)],
  forwardingVerificationEmail: [
    forwardingVerificationEmail({ by: 'Ann', team: 'Rocket' }, { url, stopUrl }, 24),
  ],
  invitationEmail: [invitationEmail({ team: 'Rocket', inviter: 'Ann' }, { url, stopUrl }, 7)],
  newAddressEmail: [newAddressEmail(ann, url, 60)],
  passwordResetEmail: [passwordResetEmail(ann, url, 60)],
  securityNoticeEmail: [
    securityNoticeEmail('password_changed', { ...ann, tokens: 2 }, url),
    securityNoticeEmail('address_change_asked', { ...ann, tokens: 0 }, url),
    securityNoticeEmail('address_changed', { ...ann, tokens: 0 }, url),
    securityNoticeEmail('sign_in_connected', { ...ann, tokens: 0 }, url),
  ],
  testEmail: [testEmail({ name: 'Rocket' }, url)],
  verificationEmail: [verificationEmail(ann, url, 60)],
  webhookOffEmail: (['gone', 'failing'] as const).map((why) =>
    webhookOffEmail({ name: 'CI', team: 'Rocket' }, why, url),
  ),
}

test('the table has every email', () => {
  const writers = Object.keys({ ...accountEmails, ...teamEmails })
  expect(writers.toSorted()).toEqual(Object.keys(emails))
})

const everyEmail = Object.values(emails).flat()

test('emails that another person caused have a link that stops them, and no other emails do', () => {
  const ended = Object.keys(emails).filter((name) => emails[name]?.some((each) => each.stopUrl))
  expect(ended).toEqual(['forwardingVerificationEmail', 'invitationEmail'])
})

test.each(everyEmail.map((email) => [email.subject, email] as const))(
  'the email “%s” leads to the addresses it is given and nowhere else',
  (_subject, { text, html, link, stopUrl: stop }) => {
    expect(link).toBe(url.href)
    const named = `${text} ${html.replaceAll('&amp;', '&')}`.match(/https?:\/\/[^\s"<]+/g)
    const stops = stop === undefined ? [] : [stop]
    const inHtml = [url.href, url.href, ...stops, ...stops]
    expect(named).toEqual([url.href, ...stops, ...inHtml])
  },
)

test.each(everyEmail.map((email) => [email.subject, email] as const))(
  'the email “%s” loads nothing, and says the same as text and as HTML',
  (_subject, { subject, text, html, link }) => {
    expect(html).not.toMatch(/<(img|link|script|iframe|form)|@import|url\(|\ssrc=/i)
    expect(subject).not.toMatch(/[\r\n]/)
    const words = htmlText(html)
    for (const line of text.split('\n\n')) {
      const said = line.trim().replace(`: ${link}`, '').replace(`: ${stopUrl}`, '')
      expect(words).toContain(said)
    }
    // RFC 5322 section 2.1.1; the longest links make it no longer.
    expect(Math.max(...html.split('\n').map((line) => line.length))).toBeLessThan(998)
  },
)

/** What a reader sees. */
function htmlText(html: string): string {
  return html
    .replaceAll(/<style>[^]*?<\/style>|<[^>]+>/g, ' ')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
}

test('an email about a new password says which API tokens still hold', () => {
  const textOf = (tokens: number) =>
    securityNoticeEmail('password_changed', { name: 'Ann', tokens }, url).text.replaceAll(
      /\s+/g,
      ' ',
    )
  expect(textOf(1)).toContain('1 API token that you made still works')
  expect(textOf(2)).toContain('2 API tokens that you made still work')
  expect(textOf(0)).not.toContain('API token')
})
