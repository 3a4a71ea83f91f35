import { array, assert, asyncProperty, constantFrom, lorem, oneof, string, tuple } from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { type SectionOf, sectionIds } from '@mailstop/contract'
import { createInspectThreads } from '../../src/inspect/inspector.ts'
import type { CheckedSection } from '../../src/inspect/inspect.ts'
import { TaskAborted } from '../../src/lib/process/thread-pool.ts'
import { bombs } from '../fixtures/mails/bombs.ts'
import { someByDay } from '../nightly.ts'
import { fuzzRuns } from '../support/fuzz-runs.ts'
import { checked } from './mail-of.ts'

const cpuMs = 8_000
const threads = createInspectThreads({ threads: 1, cpuMs, memoryMb: 256 })
afterAll(() => threads.stop())

const html = (body: string) => Buffer.from(`Content-Type: text/html; charset=utf-8\r\n\r\n${body}`)
const text = (body: string) => Buffer.from(`Content-Type: text/plain; charset=utf-8\r\n\r\n${body}`)
const header = (field: string) => Buffer.from(`${field}\r\n\r\nHello`)
const fill = (unit: string, bytes = 1_000_000) => unit.repeat(Math.floor(bytes / unit.length))

/** Each is dear for a reader whose work grows faster than the mail. */
const inspectionBombs: [name: string, bytes: () => Uint8Array][] = [
  ...[
    '<div>',
    '<p><div>',
    '<table><tr><td>',
    '<b><i><a href=x>',
    '<a href="http://a.b/c">x</a>',
    '<img src="cid:a" alt="{{">',
    '<!--[if mso]>',
    '<!--[if mso]>-->',
    '<p id=a style="color:red;background:url(',
    '&amp;&#x200b;',
    'undefined ',
    '{{{{%<%[[',
    '{{a',
    'Order ',
    'a<br>',
    '$1.000 ',
    'verification code 123456 ',
    '<',
    '`',
    '漢',
  ].map((unit): [string, () => Uint8Array] => [`html of ${unit}`, () => html(fill(unit))]),
  ...[
    '{{a',
    'Dear ',
    '\n',
    '> {{\n',
    '`',
    '```',
    'http://a.b/',
    '<p>',
    '&amp;',
    '1,000 ',
    'Name: ',
    '漢',
  ].map((unit): [string, () => Uint8Array] => [
    `text of ${JSON.stringify(unit)}`,
    () => text(fill(unit)),
  ]),
  ...[
    ['To', 'a@b.c,'],
    ['From', '"=?utf-8?Q?a?=" <a@b.c>,'],
    ['Subject', '=?utf-8?B?w6k=?= '],
    ['References', '<a@b>'],
    ['List-Unsubscribe', '<https://a.b/>,'],
    ['DKIM-Signature', 'h=a:'],
    ['Message-ID', '<a@'],
  ].map(([name = '', unit = '']): [string, () => Uint8Array] => [
    `${name} of ${unit}`,
    () => header(`${name}: ${fill(unit)}`),
  ]),
  ['a style sheet of nested @media', () => html(`<style>${fill('@media a{', 200_000)}</style>`)],
  ['a style sheet of selectors', () => html(`<style>${fill('a>b+c,', 200_000)}{}</style>`)],
  [
    'different attributes',
    () => html(`<p ${Array.from({ length: 60_000 }, (_, at) => `a${at}`).join(' ')}>`),
  ],
  ['fields', () => header(fill('X-A: b\r\n').trim())],
  [
    'many style attributes',
    () => html(Array.from({ length: 20_000 }, (_, at) => `<p style="top:${at}px">`).join('')),
  ],
]

const envelope = { from: 'a@b.c', to: ['a@b.c'], receivedAt: 0 }
const options = { clients: [], stagingHosts: ['a.b'], muted: [] }

/** The sections that were done before the limits; anything but a limit is thrown. */
async function answered(bytes: Uint8Array): Promise<CheckedSection[]> {
  const done: CheckedSection[] = []
  try {
    await threads.runInParts('inspect', [bytes, envelope, options], (part) => done.push(part))
  } catch (error) {
    if (!(error instanceof TaskAborted) || !['timeout', 'crash'].includes(error.reason)) throw error
  }
  return done
}

test.each(
  someByDay([...inspectionBombs, ...bombs.map(({ name, bytes }) => [name, bytes] as const)], 6),
)('a bomb is checked within the limits: %s', { timeout: 120_000 }, async (_, bytes) => {
  const done = await answered(bytes())
  // What is cheap is done in any case.
  expect(done.map(({ id }) => id)).toEqual(expect.arrayContaining(['unsubscribe', 'headers']))
  for (const { findings } of done) expect(findings.length).toBeLessThanOrEqual(100)
})

const tags =
  'a b p div table tr td style script img title body head html br template svg pre o:p'.split(' ')
const piece = oneof(
  constantFrom(...tags).map((tag) => `<${tag}>`),
  constantFrom(...tags).map((tag) => `</${tag}>`),
  constantFrom(
    '<!--[if mso]>',
    '<![endif]-->',
    '-->',
    '<!',
    '&',
    '"',
    "'",
    '{{',
    '}}',
    '\0',
    '\r\n',
    '`',
  ),
  tuple(
    constantFrom('href', 'src', 'style', 'id', 'alt', 'class', 'width', 'charset'),
    string(),
  ).map(([name, value]) => `<img ${name}="${value}">`),
  constantFrom(
    'a{',
    '}',
    '@media ',
    'color:red;',
    'url(',
    '/*',
    ':not(',
    '!important',
    'calc(1px +',
  ),
  string({ unit: 'binary' }),
)
const soup = array(piece, { maxLength: 60 }).map((pieces) => pieces.join(''))

test('no html, style sheet or header makes a check throw', { timeout: 240_000 }, async () => {
  await assert(
    asyncProperty(soup, soup, string(), async (body, css, subject) => {
      const { sections } = await checked({
        html: `<style>${css}</style>${body}`,
        text: body,
        headers: [
          `Subject: ${subject.replaceAll(/[\r\n]/g, ' ')}`,
          `List-Unsubscribe: ${css.replaceAll(/[\r\n]/g, ' ')}`,
        ],
      })
      expect(sections.map(({ id }) => id)).toEqual(
        sectionIds.filter((id) => sections.some((one) => one.id === id)),
      )
      const size = sections.find((one): one is SectionOf<'size'> => one.id === 'size')?.facts
      const parts: number[] = Object.values(size?.parts ?? {})
      expect(parts.reduce((sum, bytes) => sum + bytes, 0)).toBe(size?.html_bytes)
    }),
    { numRuns: fuzzRuns(60, 2_000) },
  )
})

test('a text that the html says as well differs in nothing', { timeout: 240_000 }, async () => {
  const written = oneof(
    lorem({ maxCount: 40 }),
    string({ unit: 'grapheme', maxLength: 300 }),
    array(
      constantFrom(
        '$12.50',
        '482913',
        'Ваш',
        '漢字',
        'مرحبا',
        'your code is',
        'https://a.b/c',
        '\n',
        ' ',
      ),
    ).map((words) => words.join(' ')),
  )
  await assert(
    asyncProperty(written, async (words) => {
      const escaped = words
        .replaceAll('&', '&amp;')
        .replaceAll('<', '&lt;')
        .replaceAll('\n', '<br>')
      const { sections } = await checked({ html: `<p>${escaped}</p>`, text: words })
      const found = sections.flatMap(({ findings }) => findings.map(({ rule }) => rule))
      expect(
        found.filter((rule) => rule.startsWith('text.') && !/empty|markup/.test(rule)),
      ).toEqual([])
    }),
    { numRuns: fuzzRuns(60, 2_000) },
  )
})
