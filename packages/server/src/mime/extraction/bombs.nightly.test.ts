import { afterAll, describe, expect, test } from 'vitest'
import { testShares } from '../../../test/clients/shares.ts'
import { createViewer, createViewThreads } from '../view/viewer.ts'

const mib = 1024 * 1024
const log = { warn: () => {} }

/** Each mail has a second of a processor. */
const viewer = createViewer({
  threads: createViewThreads({ threads: 1, cpuMs: 1_000, wallMs: 60_000, memoryMb: 256 }),
  log,
  shares: testShares(),
})
afterAll(() => viewer.stop())

/** What a megabyte of html and of text is filled with. */
const units: [string, string][] = [
  ['links without an address', '<a>'],
  ['links without an end', '<a href=x>'],
  ['links', '<a href="https://a.test/">x</a>'],
  ['links that hold all that follows', `<a href=x>${'<p>a'.repeat(200)}`],
  ['images within a link', '<a href=x><img src=y alt="zzzzzzzzzzzzzzzzzzzzzzzzzzzzzz">'],
  ['nested elements', '<div>'],
  ['ends of other elements', '<b></i>'],
  ['one tag', '<a '],
  ['one attribute', '<a href="'],
  ['the same attribute', '<a href="x" href="y" '],
  ['comments', '<!--'],
  ['references', '&amp;'],
  ['beginnings of references', '&'],
  ['preformatted lines', '<pre>1\n'],
  ['cells', '<td>4829'],
  ['addresses', 'http://'],
  ['web addresses', 'https://a.test/ '],
  ['hosts', 'www.a.'],
  ['100,000 candidates', '482913\n'],
  ['100,000 candidates on one line', '482913 '],
  ['100,000 codes', 'your code: 482913\n'],
  ['codes in rows', '<tr><td>code<td>482913'],
  ['labels', 'verification code '],
  ['things', 'order number 4829135 \n'],
  ['single digits', '1 '],
  ['groups of digits', '1-1 '],
  ['groups of letters', 'AAAA-'],
  ['sales', 'promo 482913 % '],
  ['sentences', 'code. 482913. '],
  ['characters that nobody sees', '\u200b'],
  ['Chinese', '验证码482913'],
]

describe('within a second, and with what it found, the viewer opens a mail with a megabyte of', () => {
  test.each(units)('%s', async (_, unit) => {
    const body = unit.repeat(mib / Buffer.byteLength(unit))
    const source = Buffer.from(
      [
        'Content-Type: multipart/alternative; boundary=b',
        '',
        '--b',
        'Content-Type: text/plain; charset=utf-8',
        '',
        body,
        '--b',
        'Content-Type: text/html; charset=utf-8',
        '',
        body,
        '--b--',
        '',
      ].join('\r\n'),
    )
    const stored = { size: source.length, read: async () => new Uint8Array(source) }
    const view = await viewer.view(stored)
    if (view.problem === 'too_complex') throw new Error('It took more than a second')
    expect(view.extracted).toMatchObject({ unsubscribe: null })
  })
})
