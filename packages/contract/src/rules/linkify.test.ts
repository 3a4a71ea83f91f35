import { describe, expect, test } from 'vitest'
import { linkify } from './linkify.ts'

const links = (text: string) =>
  linkify(text)
    .filter(({ href }) => href !== null)
    .map(({ text: shown }) => shown)

describe('web addresses in plain text', () => {
  test.each<[string, string[]]>([
    ['nothing here', []],
    ['', []],
    ['see https://a.test/x now', ['https://a.test/x']],
    ['see https://a.test/x.', ['https://a.test/x']],
    ['(https://a.test/x)', ['https://a.test/x']],
    ['[https://a.test/x]', ['https://a.test/x']],
    ['https://a.test/wiki/Mail_(post)', ['https://a.test/wiki/Mail_(post)']],
    ['(see https://a.test/wiki/Mail_(post))', ['https://a.test/wiki/Mail_(post)']],
    ['<https://a.test/x>', ['https://a.test/x']],
    ['"https://a.test/x"', ['https://a.test/x']],
    ['HTTPS://A.test/X', ['HTTPS://A.test/X']],
    ['http://a.test, https://b.test!', ['http://a.test', 'https://b.test']],
    ['https://a.test/?q=1&b=2#top', ['https://a.test/?q=1&b=2#top']],
    ['https://例え.test/頁', ['https://例え.test/頁']],
    ['https://', []],
    ['https://???', []],
    ['javascript:alert(1)', []],
    ['data:text/html,https', []],
    ['mail ada@customer.test', []],
    ['*https://a.test/bold*', ['https://a.test/bold']],
    ['__https://a.test/bold__', ['https://a.test/bold']],
    ['https://a.test/verify?token=c2ln_', ['https://a.test/verify?token=c2ln_']],
    ['请打开https://a.test/x。谢谢', ['https://a.test/x']],
    ['「https://a.test/x」', ['https://a.test/x']],
    ['a\nhttps://a.test\nb', ['https://a.test']],
  ])('%j holds %j', (text, expected) => {
    expect(links(text)).toEqual(expected)
  })

  test('the pieces joined are the original text', () => {
    const text = 'a https://a.test/x). b (https://b.test/(c)) https:// d\r\n\t'
    expect(
      linkify(text)
        .map((piece) => piece.text)
        .join(''),
    ).toBe(text)
  })

  test('a link can only lead to the web', () => {
    const hrefs = linkify('https://a.test HTTP://b.test').map(({ href }) => href)
    expect(hrefs).toEqual(['https://a.test/', null, 'http://b.test/'])
  })
})
