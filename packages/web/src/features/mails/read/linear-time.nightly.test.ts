import { linkify } from '@mailstop/contract'
import { expect, test } from 'vitest'
import { highlight } from '../../../lib/highlight.ts'
import { growth, mostGrowth } from '../../../testing/growth.ts'
import { initials } from '../../../ui/texts/avatar.tsx'
import { blankImage } from './html/blank-image.ts'
import { findText } from './find/find-text.ts'
import { mailtoHref, recipientsText } from './header/mailbox-text.ts'
import { mainLink } from './main-link.ts'
import { isTooDeep } from './html/markup-depth.ts'
import { markMatches } from './find/mark-matches.ts'
import { matchedPieces, matchedWords } from '../window/matched-words.ts'
import { answerScheme, hasDarkLook } from './html/preview-scheme.ts'
import { shortenData } from './views/mail-markup.tsx'

const kib = 1024
const filled = (text: string, size: number) =>
  text.repeat(Math.ceil(size / text.length)).slice(0, size)
/** Each mark of the second half belongs before all of the first. */
const marks = (size: number) => `e${'\u0301'.repeat(size / 2)}${'\u0316'.repeat(size / 2)}`
const manySigns = (size: number) =>
  Array.from({ length: size }, (_, index) => String.fromCharCode(0x4e00 + (index % 20_000))).join(
    '',
  )

function picture(width: string): Element {
  const image = document.createElement('img')
  image.setAttribute('width', width)
  return image
}

/** Texts within one deep nest. */
function nested(texts: number): Element {
  const root = document.createElement('div')
  let inner: Element = root
  for (let depth = 0; depth < 300; depth += 1) {
    inner = inner.appendChild(document.createElement('b'))
  }
  for (let count = 0; count < texts; count += 1) {
    inner.appendChild(document.createElement('i')).textContent = 'x'
  }
  return root
}

const scheme = (css: string) => answerScheme(css, true)
const link = (text: string) => mainLink([{ href: `https://a.test/${text}`, text }])

const rows = [
  growth('links: schemes', 32 * kib, (n) => filled('http://', n), linkify),
  growth('links: letters that begin a scheme', 128 * kib, (n) => 'h'.repeat(n), linkify),
  growth('links: many', 4 * kib, (n) => filled('http://a ', n), linkify),
  growth('links: brackets that open', 32 * kib, (n) => `http://a${'('.repeat(n)}`, linkify),
  growth('links: brackets that close', 32 * kib, (n) => `http://a${')'.repeat(n)}`, linkify),
  growth('links: the end of a sentence', 32 * kib, (n) => `http://a${'.'.repeat(n)}`, linkify),
  growth('links: user names', 32 * kib, (n) => `http://${filled('a@', n)}`, linkify),
  growth(
    'links: steps up',
    16 * kib,
    (n) => `http://a/${filled('a/', n)}${filled('../', n)}`,
    linkify,
  ),
  growth('links: a path in another script', 16 * kib, (n) => `http://a/${manySigns(n)}`, linkify),
  growth('links: a host of numbers', 32 * kib, (n) => `http://${filled('0.', n)}`, linkify),
  growth('the words of a search: letters', 16 * kib, (n) => `${'a'.repeat(n)}):`, matchedWords),
  growth('the words of a search: quotes', 16 * kib, (n) => '"'.repeat(n), matchedWords),
  growth('the words of a search: marks', 4 * kib, marks, matchedWords),
  growth('matches: marks behind a letter', 4 * kib, marks, (text) => matchedPieces(text, ['e'])),
  growth(
    'matches: of a whole long word',
    500,
    (n) => 'é'.repeat(n),
    (text) => matchedPieces(text, ['e'.repeat(text.length)]),
  ),
  growth(
    'matches: in many words',
    4 * kib,
    (n) => filled('ab ', n),
    (text) => matchedPieces(text, ['a', 'ab', 'abc']),
  ),
  growth('link: nearly a phrase', 32 * kib, (n) => filled('view in your ', n), link),
  growth('link: nearly a word', 32 * kib, (n) => filled('sign_', n), link),
  growth('scheme: brackets', 32 * kib, (n) => '('.repeat(n), scheme),
  growth(
    'scheme: spaces before a colon',
    32 * kib,
    (n) => `(prefers-color-scheme${' '.repeat(n)}`,
    scheme,
  ),
  growth(
    'scheme: spaces behind a colon',
    32 * kib,
    (n) => `(prefers-color-scheme:${' '.repeat(n)}`,
    scheme,
  ),
  growth(
    'scheme: letters behind a colon',
    32 * kib,
    (n) => `(prefers-color-scheme:${'a'.repeat(n)}`,
    scheme,
  ),
  growth('dark look: spaces', 32 * kib, (n) => `prefers-color-scheme${' '.repeat(n)}`, hasDarkLook),
  growth(
    'dark look: nearly a meta',
    32 * kib,
    (n) => filled('color-scheme"content=', n),
    hasDarkLook,
  ),
  growth('data: schemes', 32 * kib, (n) => filled('data:', n), shortenData),
  growth(
    'data: pictures',
    128 * kib,
    (n) => filled(`data:a;base64,${'a'.repeat(120)} `, n),
    shortenData,
  ),
  growth('markup: begins of tags', 32 * kib, (n) => '<a'.repeat(n), isTooDeep),
  growth('markup: tags', 32 * kib, (n) => filled('<b></b>', n), isTooDeep),
  growth(
    'markup: lines to colour',
    2_000,
    (n) => `<script>\n${filled(`${'a'.repeat(199)}\n`, n)}`,
    (html) => highlight(html, 'html', false),
  ),
  growth('a picture as wide as spaces', 4 * kib, (n) => picture(`1${' '.repeat(n)}x`), blankImage),
  growth('initials: of marks', 16 * kib, marks, initials),
  growth('initials: of signs', 4 * kib, (n) => filled('. ', n), initials),
  growth(
    'recipients without a name',
    16 * kib,
    (n) => Array.from({ length: n / 8 }, () => ({ name: '  ', address: 'a' })),
    recipientsText,
  ),
  growth('a link to an address', 16 * kib, manySigns, mailtoHref),
  growth('find: texts in a deep nest', 500, nested, (root) => findText(root, 'none')),
]

test.each(rows)('$name takes a time linear in its length', async ({ ratio }) => {
  expect(await ratio()).toBeLessThanOrEqual(mostGrowth)
})

test('marking a long text cuts it once', () => {
  const { body } = document.implementation.createHTMLDocument()
  body.textContent = 'ab'.repeat(5_000)
  expect(markMatches(body.ownerDocument, 'a')).toBe(1_000)
  expect(body.textContent).toBe('ab'.repeat(5_000))
})
