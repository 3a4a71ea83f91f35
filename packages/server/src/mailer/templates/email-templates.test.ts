import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { addressTakenLetter } from './address-taken-letter.ts'
import { alreadyRegisteredLetter } from './already-registered-letter.ts'
import { forwardingVerificationLetter } from './forwarding-verification-letter.ts'
import { invitationLetter } from './team-emails.ts'
import { plainName, type Letter } from './email-template.ts'
import { newAddressLetter } from './new-address-letter.ts'
import { passwordResetLetter } from './password-reset-letter.ts'
import { securityNoticeLetter } from './security-notice-letter.ts'
import { testLetter } from './test-letter.ts'
import { verificationLetter } from './account-emails.ts'

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

test('a name cannot add a line, a link or markup to a letter', () => {
  const url = new URL('http://localhost:8025/verify-email/abc')
  const name = 'X</p><a href="https://evil.example">y</a>\r\n\r\nhttps://evil.example'
  const { subject, text, html } = verificationLetter({ name }, url, 60)
  expect(text.split('\n')[0]).toBe('Hello X p a href "https evil example" y a https evil example,')
  expect([...`${subject}${text}${html}`.matchAll(/https?:\/\/[^\s"<]+/g)].map(String)).toEqual([
    url.href,
    url.href,
    url.href,
  ])
  expect(html.match(/<a /g)).toHaveLength(1)
})

test('the verification letter says how long its link is good for', () => {
  const url = new URL('http://localhost:8025/verify-email/abc')
  const letter = verificationLetter({ name: '…' }, url, 60)
  expect(letter).toMatchObject({ subject: 'Verify your email address', link: url.href })
  expect(letter.text).toContain('Hello there,')
  expect(letter.text).toContain('valid for 60 minutes')
})

test('the notice to an account’s holder repeats nothing the stranger typed', () => {
  const url = new URL('http://localhost:8025/login?a=1&b=2')
  const letter = alreadyRegisteredLetter(url)
  expect(letter.link).toBe(url.href)
  expect(letter.html).toContain('href="http://localhost:8025/login?a=1&amp;b=2"')
})

const url = new URL('http://localhost:8025/there?a=1')
const stopUrl = 'http://localhost:8025/forwarding/stop/a-t0k&'
const ann = { name: 'Ann' }

/** One of each kind, by the file that writes it. */
const letters: Record<string, Letter[]> = {
  'address-taken-letter.ts': [addressTakenLetter(url)],
  'already-registered-letter.ts': [alreadyRegisteredLetter(url)],
  'forwarding-verification-letter.ts': [
    forwardingVerificationLetter({ by: 'Ann', team: 'Rocket' }, { url, stopUrl }, 24),
  ],
  'invitation-letter.ts': [
    invitationLetter({ team: 'Rocket', inviter: 'Ann' }, { url, stopUrl }, 7),
  ],
  'new-address-letter.ts': [newAddressLetter(ann, url, 60)],
  'password-reset-letter.ts': [passwordResetLetter(ann, url, 60)],
  'security-notice-letter.ts': [
    securityNoticeLetter('password_changed', ann, url),
    securityNoticeLetter('address_change_asked', ann, url),
    securityNoticeLetter('address_changed', ann, url),
  ],
  'test-letter.ts': [testLetter({ name: 'Rocket' }, url)],
  'verification-letter.ts': [verificationLetter(ann, url, 60)],
}

test('no letter is missing here', async () => {
  const files = await readdir(import.meta.dirname)
  const writers = files.filter((file) => file.endsWith('-letter.ts'))
  expect(writers.toSorted()).toEqual(Object.keys(letters))
})

const everyLetter = Object.values(letters).flat()

test('letters that others than their reader cause can be the last, and no others', () => {
  const ended = Object.keys(letters).filter((file) => letters[file]?.some((each) => each.stopUrl))
  expect(ended).toEqual(['forwarding-verification-letter.ts', 'invitation-letter.ts'])
})

test.each(everyLetter.map((letter) => [letter.subject, letter] as const))(
  'the letter “%s” leads to the addresses it is given and nowhere else',
  (_subject, { text, html, link, stopUrl: stop }) => {
    expect(link).toBe(url.href)
    const named = `${text} ${html.replaceAll('&amp;', '&')}`.match(/https?:\/\/[^\s"<]+/g)
    const stops = stop === undefined ? [] : [stop]
    const inHtml = [url.href, url.href, ...stops, ...stops]
    expect(named).toEqual([url.href, ...stops, ...inHtml])
  },
)

test.each(everyLetter.map((letter) => [letter.subject, letter] as const))(
  'the letter “%s” loads nothing, and says the same as text and as HTML',
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
