import { expect, test } from 'vitest'
import { alreadyRegisteredLetter } from './already-registered-letter.ts'
import { plainName } from './letter.ts'
import { passwordResetLetter } from './password-reset-letter.ts'
import { securityNoticeLetter } from './security-notice-letter.ts'
import { verificationLetter } from './verification-letter.ts'

test.each([
  ['Ada Lovelace', 'Ada Lovelace'],
  ["Seán O'Brien-Łukasz", "Seán O'Brien-Łukasz"],
  ['山田 太郎', '山田 太郎'],
  ['Win at https://evil.example/x?y', 'Win at https evil example x y'],
  ['evil.example', 'evil example'],
  ['mail me@evil.example', 'mail me evil example'],
  ['<b>Bob</b> & [x](y)', 'b Bob b x y'],
  ['Ann\r\nBcc: x', 'Ann Bcc x'],
  ['\u202Eevil', 'evil'],
  ['…', ''],
])('the name %j is written %j', (name, written) => {
  expect(plainName(name)).toBe(written)
})

test('a name cannot add a line, a link or markup to a letter', () => {
  const url = new URL('http://localhost:8025/verify-email/abc')
  const name = 'X</p><a href="https://evil.example">y</a>\r\n\r\nhttps://evil.example'
  const { subject, text, html } = verificationLetter({ name }, url, 60)
  expect(text.split('\n')[0]).toBe('Hello X p a href https evil example y a https evil example,')
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

const url = new URL('http://localhost:8025/there')
const letters = {
  'already registered': alreadyRegisteredLetter(url),
  'password reset': passwordResetLetter({ name: 'Ann' }, url, 60),
  'password changed': securityNoticeLetter('password_changed', { name: 'Ann' }, url),
  'address changed': securityNoticeLetter('address_changed', { name: 'Ann' }, url),
  verification: verificationLetter({ name: 'Ann' }, url, 60),
}

test.each(Object.entries(letters))(
  'the letter %s loads nothing, and says the same as text and as HTML',
  (_name, { subject, text, html, link }) => {
    expect(html).not.toMatch(/<(img|link|script|iframe|form)|@import|url\(|\ssrc=/i)
    expect(subject).not.toMatch(/[\r\n]/)
    const words = htmlText(html)
    for (const line of text.split('\n\n')) {
      const said = line.trim().replace(`: ${link}`, '')
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
