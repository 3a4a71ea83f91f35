import { describe, expect, test } from 'vitest'
import { readHtml } from './html-contents.ts'
import { htmlLinks, textLinks } from './links.ts'

const linksOf = (html: string) => htmlLinks(readHtml(html))
const first = (html: string) => linksOf(html)[0]

describe('the links of html', () => {
  test('are in order, with duplicates, and with what they show', () => {
    const links = linksOf(`
      <a href="https://a.test/">Read <b>more</b>
         now</a>
      <a href="https://a.test/"><img src="x.png" alt="Our  logo"></a>
      <a href="mailto:help@a.test">Write</a><a name="here">no link</a>
      <map><area href="https://a.test/map" alt="The map"></map>`)
    const web = { part: 'html', scheme: 'https', host: 'a.test', other_host: null }
    expect(links).toEqual([
      { ...web, href: 'https://a.test/', text: 'Read more now', image_alt: null },
      { ...web, href: 'https://a.test/', text: null, image_alt: 'Our logo' },
      {
        ...web,
        href: 'mailto:help@a.test',
        text: 'Write',
        image_alt: null,
        scheme: 'mailto',
        host: null,
      },
      { ...web, href: 'https://a.test/map', text: null, image_alt: 'The map' },
    ])
  })

  test.each<[string, string, string]>([
    [
      'with references',
      '<a href="https://a.test/?a=1&amp;b=2&#38;c=3">',
      'https://a.test/?a=1&b=2&c=3',
    ],
    ['with what only looks like a reference', '<a href="/?a=1&copy=2&lt=3">', '/?a=1&copy=2&lt=3'],
    ['without quotes', '<a href=https://a.test/x>', 'https://a.test/x'],
    ['in capitals', "<A HREF='https://a.test/x'>", 'https://a.test/x'],
    ['with line breaks', '<a href=" https://a.test/\n  x ">', 'https://a.test/  x'],
    ['with a > in it', '<a title="a > b" href="https://a.test/">', 'https://a.test/'],
    ['that is given twice', '<a href="/one" href="/two">', '/one'],
    ['that is empty', '<a href="">', ''],
    ['within the page', '<a href="#top">', '#top'],
    [
      'that is relative to a base',
      '<base href="https://a.test/b/"><a href="c">',
      'https://a.test/b/c',
    ],
    [
      'that a base comes after',
      '<a href="c"></a><base href="https://a.test/">',
      'https://a.test/c',
    ],
    ['that needs no base', '<base href="https://a.test/"><a href="tel:1">', 'tel:1'],
  ])('have an address %s', (_, html, href) => {
    expect(first(html)?.href).toBe(href)
  })

  test('in comments, scripts and templates are none', () => {
    const hidden = '<a href="/x">x</a>'
    expect(
      linksOf(
        `<!-- ${hidden} --><script>"${hidden}"</script><style>${hidden}</style><template>${hidden}</template><title>${hidden}</title>`,
      ),
    ).toEqual([])
  })

  test('show nothing that turns their text around', () => {
    expect(first('<a href="/x">in\u202egpj.exe</a>')?.text).toBe('in gpj.exe')
  })

  test('that are not closed end where the next begins', () => {
    const links = linksOf('<a href="/1">one <a href="/2">two</a> three')
    expect(links.map(({ text }) => text)).toEqual(['one', 'two'])
  })

  test.each<[string, string, string | null]>([
    ['bank.example', 'https://evil.example/', 'bank.example'],
    ['https://bank.example/login', 'https://evil.example/', 'bank.example'],
    ['Log in at www.bank.example', 'https://evil.example/', 'www.bank.example'],
    ['bank.example/login?a=1', 'https://evil.example/', 'bank.example'],
    ['app.bank.example', 'https://staging.bank.example/', 'app.bank.example'],
    ['https://bank.example:8443', 'https://bank.example/', 'bank.example:8443'],
    ['bücher.example', 'https://evil.example/', 'xn--bcher-kva.example'],
    ['bücher.example', 'https://xn--bcher-kva.example/', null],
    ['bank\u200b.example', 'https://evil.example/', 'bank.example'],
    ['ba&shy;nk.example', 'https://evil.example/', 'bank.example'],
    ['\u2060bank.example', 'https://evil.example/', 'bank.example'],
    ['bank。example', 'https://evil.example/', 'bank.example'],
    ['bank\u200b.example', 'https://bank.example/', null],
    ['bank.example', 'https://bank.example/login', null],
    ['BANK.example', 'http://bank.example/', null],
    ['bank.example', 'https://www.bank.example/', null],
    ['www.bank.example', 'https://bank.example/', null],
    ['bank.example', 'https://login.bank.example/', null],
    ['Log in', 'https://evil.example/', null],
    ['invoice.pdf', 'https://files.example/1', null],
    ['Node.js', 'https://nodejs.example/', null],
    ['Version 1.2', 'https://a.example/', null],
    ['ada@bank.example', 'https://a.example/', null],
    ['bank.example', 'mailto:ada@evil.example', null],
  ])('with the text %s to %s name the other host %s', (text, href, other) => {
    expect(first(`<a href="${href}">${text}</a>`)?.other_host).toBe(other)
  })
})

describe('the links of text', () => {
  test.each<[string, string[]]>([
    ['See <https://a.test/x>.', ['https://a.test/x']],
    ['(https://a.test/a_(b)), https://a.test/y!', ['https://a.test/a_(b)', 'https://a.test/y']],
    ['https://a.test/?token=abc_ now', ['https://a.test/?token=abc_']],
    ['ftp://a.test mailto:a@b.test a.test', []],
  ])('of %j are %j', (text, hrefs) => {
    expect(textLinks(text).map(({ href }) => href)).toEqual(hrefs)
  })

  test('show their address', () => {
    expect(textLinks('At https://A.test/x')).toEqual([
      {
        href: 'https://A.test/x',
        text: 'https://A.test/x',
        image_alt: null,
        part: 'text',
        scheme: 'https',
        host: 'a.test',
        other_host: null,
      },
    ])
  })
})
