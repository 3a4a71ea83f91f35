// @vitest-environment jsdom
// The parser of jsdom is the one of the HTML standard; a lesser one would prove nothing here.
import { limits, mailPolicy } from '@mailstop/contract'
import { describe, expect, test } from 'vitest'
import { hostileHtml } from './hostile-html.fixture.ts'
import { mailDocument, type MailLook } from './mail-document.ts'
import { darkModeOf } from './preview-scheme.ts'

const gone =
  'script,noscript,iframe,frame,frameset,object,embed,applet,portal,fencedframe,template,audio,video,track,animate,set'

/** All that is wrong with a shown mail. */
function problemsOf(html: string, images: boolean): string[] {
  const shown = mailDocument(html, { images, dark: null })
  if (shown === null) return ['refused']
  const document = new DOMParser().parseFromString(shown.srcdoc, 'text/html')
  const all = [...document.querySelectorAll('*')]
  const count = (name: string) => all.filter(({ localName }) => localName === name).length
  const policy = document.head.firstElementChild?.getAttribute('content')
  return [
    ...(policy === mailPolicy(images) ? [] : [`policy: ${policy}`]),
    ...(count('meta') === 5 ? [] : [`${count('meta')} metas`]),
    ...(count('base') === 1 ? [] : [`${count('base')} bases`]),
    ...[...document.querySelectorAll(images ? gone : `${gone},link`)].map(
      (element) => element.outerHTML,
    ),
    ...[...document.querySelectorAll('link:not([rel=stylesheet])')].map(
      (element) => element.outerHTML,
    ),
    ...all
      .filter(({ localName }) => localName !== 'meta' && localName !== 'base')
      .filter((element) =>
        [...element.attributes].some((attribute) => isHarmful(element, attribute, images)),
      )
      .map((element) => element.outerHTML),
  ]
}

function isHarmful(element: Element, { name, value }: Attr, images: boolean): boolean {
  if (/^on|action$|^ping$|^srcdoc$|^http-equiv$|^autofocus$|^download$/i.test(name)) return true
  const picture = images ? /^(?:https?:|data:image\/|#)/ : /^(?:data:image\/|#)/
  if (['src', 'background', 'poster'].includes(name)) return !picture.test(value)
  if (name === 'srcset') return !images
  if (!name.endsWith('href')) return false
  if (element.localName !== 'a' && element.localName !== 'area') return !picture.test(value)
  return (
    !/^(?:https?:\/\/|mailto:|about:srcdoc#)/.test(value) ||
    element.getAttribute('target') !== (value.startsWith('about:srcdoc#') ? '_self' : '_blank') ||
    element.getAttribute('rel') !== 'noopener noreferrer'
  )
}

describe('a hostile mail', () => {
  test.each(hostileHtml)('%s is made harmless', (_, html) => {
    const within = `<html><head></head><body><p>before</p>${html}<p>after</p></body></html>`
    expect(problemsOf(html, false)).toEqual([])
    expect(problemsOf(html, true)).toEqual([])
    expect(problemsOf(within, true)).toEqual([])
  })

  test('the table of hostile mails is long', () => {
    expect(hostileHtml.length).toBeGreaterThanOrEqual(60)
    expect(new Set(hostileHtml.map(([, html]) => html)).size).toBe(hostileHtml.length)
  })
})

const shown = (html: string, look: MailLook = { images: false, dark: null }) => {
  const made = mailDocument(html, look)
  if (made === null) throw new Error('this mail is refused')
  return { ...made, document: new DOMParser().parseFromString(made.srcdoc, 'text/html') }
}

describe('what is kept', () => {
  test.each([
    ['https://a.test/x?a=1&b=2', 'https://a.test/x?a=1&b=2', '_blank'],
    ['http://a.test', 'http://a.test/', '_blank'],
    ['//a.test/x', 'https://a.test/x', '_blank'],
    ['mailto:ada@customer.test', 'mailto:ada@customer.test', '_blank'],
    ['#terms', 'about:srcdoc#terms', '_self'],
  ])('a link to %s leads to %s in %s', (href, kept, target) => {
    const link = shown(`<a href="${href}">x</a>`).document.querySelector('a')
    expect(link?.getAttribute('href')).toBe(kept)
    expect(link?.getAttribute('target')).toBe(target)
  })

  test('text, tables, styles and embedded pictures stay as they are', () => {
    const body =
      '<table bgcolor="#fff" width="600"><tbody><tr><td style="padding:8px">Héllo 👋</td></tr></tbody></table><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" alt="dot">'
    const { document } = shown(`<style>td{color:red}</style>${body}`)
    expect(document.body.innerHTML).toContain(body)
    expect(document.head.innerHTML).toContain('<style>td{color:red}</style>')
  })

  test('a picture that is not fetched keeps its place and its alternative text', () => {
    const image = shown(
      '<img src="https://a.test/logo.png" width="120" height="40" alt="Rocket">',
    ).document.querySelector('img')
    expect(image?.getAttribute('src')).toMatch(/^data:image/)
    expect(image?.getAttribute('alt')).toBe('Rocket')
    expect(image?.getAttribute('width')).toBe('120')
  })

  test('pictures come from the web when the reader asked for them', () => {
    const image = shown('<img src="//a.test/logo.png">', {
      images: true,
      dark: null,
    }).document.querySelector('img')
    expect(image?.getAttribute('src')).toBe('https://a.test/logo.png')
  })

  test.each([
    ['https://b.test/m/x', 'y?z=1', 'https://b.test/m/y?z=1'],
    ['//b.test/m/', '../y', 'https://b.test/y'],
    ['https://b.test/m/', '#terms', 'about:srcdoc#terms'],
    ['https://b.test/m/', 'mailto:a@b.test', 'mailto:a@b.test'],
    ['file:///etc/', 'passwd', null],
    ['/m/', 'x', null],
  ])('below the base %s a link to %s leads to %s', (base, href, kept) => {
    const { document } = shown(`<base target=_self><base href="${base}"><a href="${href}">x</a>`)
    expect(document.querySelector('a')?.getAttribute('href')).toBe(kept)
  })

  test('a long base makes only so many addresses of a mail longer', () => {
    const each = [
      '<a href=x>y</a>'.repeat(200),
      `<style>${'@import "x";'.repeat(200)}</style>`,
      `<p style="${'a:url(x);'.repeat(200)}">`,
      `<img srcset="${'x,'.repeat(200)}">`,
    ]
    const long = `<base href="https://b.test/${'b'.repeat(1_900)}/">`
    const { srcdoc } = shown(`${long}${each.join('')}<a href=x>z</a>`, {
      images: true,
      dark: null,
    })
    expect(srcdoc.length).toBeLessThan(limits.resolvedCharacters + 30_000)
    expect(srcdoc).toContain('bbb/x')
    expect(srcdoc).toMatch(/<a [^>]*>z/)
    expect(srcdoc).not.toMatch(/href="[^"]*"[^>]*>z/)
  })

  test('what begins from the base of a mail is fetched from there when the reader asked for it', () => {
    const { document } = shown(
      '<base href="https://b.test/m/"><link rel="stylesheet" href="a.css" onload=x title=y media=print>' +
        '<style>@import "b.css";p{background:url(c.png)}</style>' +
        '<img src="d.png" srcset="d.png 1x, e.png 2x"><p style="background:url(\'f.png\')">',
      { images: true, dark: null },
    )
    expect(document.querySelector('link')?.outerHTML).toBe(
      '<link rel="stylesheet" href="https://b.test/m/a.css" media="print">',
    )
    expect(document.documentElement.outerHTML).toContain(
      '@import "https://b.test/m/b.css";p{background:url("https://b.test/m/c.png")}',
    )
    const image = document.querySelector('img')
    expect(image?.getAttribute('src')).toBe('https://b.test/m/d.png')
    expect(image?.getAttribute('srcset')).toBe(
      'https://b.test/m/d.png 1x, https://b.test/m/e.png 2x',
    )
    expect(document.querySelector('p')?.getAttribute('style')).toBe(
      'background:url("https://b.test/m/f.png")',
    )
  })

  test.each([
    [false, 'img-src data:; font-src data:;'],
    [true, 'img-src data: http: https:; font-src data: http: https:;'],
  ])('with images %s the policy says %s', (images, part) => {
    expect(mailPolicy(images)).toContain(
      `default-src 'none'; style-src 'unsafe-inline'${images ? ' http: https:' : ''}; `,
    )
    expect(mailPolicy(images)).toContain(part)
  })

  test('a mail with a dark look of its own is shown in it', () => {
    const html = '<style>@media (prefers-color-scheme: dark){p{color:#fff}}</style><p>x</p>'
    const { srcdoc, isDark } = shown(html, { images: false, dark: 'authored' })
    expect(srcdoc).toContain('<meta name="color-scheme" content="dark">')
    expect(isDark).toBe(true)
    expect(srcdoc).toContain('@media (min-width: 0px){p{color:#fff}}')
    expect(shown(html).srcdoc).toContain('@media (max-width: 0px){p{color:#fff}}')
  })

  test('a mail without one stays light as authored, and is dark in a simulation', () => {
    const html = '<p>x</p>'
    expect(shown(html, { images: false, dark: 'authored' }).isDark).toBe(false)
    expect(shown(html, { images: false, dark: 'gmail' }).isDark).toBe(true)
    expect(darkModeOf(html, null)).toBe('gmail')
    expect(darkModeOf('<meta name="color-scheme" content="light dark">', null)).toBe('authored')
    expect(darkModeOf(html, 'android')).toBe('android')
  })

  test('a mail with more styles than are rewritten quickly is not simulated', () => {
    const html = `<p style="color:${'red'.padEnd(300_000)}">x</p>`
    expect(shown(html, { images: false, dark: 'gmail' }).isDark).toBe(false)
  })

  test('without images it has not even its own, and their alternative texts take their place', () => {
    const { document } = shown(
      '<img src="data:image/gif;base64,R0lG" srcset="data:, 2x" alt="Logo">',
      {
        images: 'none',
        dark: null,
      },
    )
    expect(document.head.firstElementChild?.getAttribute('content')).toContain("img-src 'none';")
    expect(document.body.innerHTML).toBe('<img src="" alt="Logo">')
  })

  test.each(['', '   ', 'plain words', '<', '<!--', '</body></html>', '\u0000'])(
    'the scrap %j is still a document',
    (html) => {
      expect(shown(html).document.head.firstElementChild?.getAttribute('http-equiv')).toBe(
        'Content-Security-Policy',
      )
    },
  )
})

describe('whether something of a mail lives on the web', () => {
  test.each([
    ['<p>words</p>', false],
    ['<a href="https://a.test">x</a>', false],
    ['<img src="data:image/gif;base64,R0lG">', false],
    ['<img src="cid:logo">', false],
    ['<p style="color:red">https://a.test</p>', false],
    ['<style>/* https://a.test */ p{color:red}</style>', false],
    ['<script src="https://a.test/x.js"></script>', false],
    ['<link rel=stylesheet href="https://a.test/x.css">', true],
    ['<link rel=preload href="https://a.test/x.css">', false],
    ['<base href="https://a.test/m/"><img src="x.png">', true],
    ['<base href="https://a.test/m/"><p style="background:url(x.png)">', true],
    ['<base href="https://a.test/m/"><link rel=stylesheet href=x.css>', true],
    ['<base href="https://a.test/m/"><a href="x">x</a><img src="cid:x">', false],
    ['<img src="https://a.test/x.png">', true],
    ['<img src=" //a.test/x.png">', true],
    ['<img src="HTTP:\\\\a.test\\x.png">', true],
    ['<img srcset="data:image/gif;base64,R0lG 1x, https://a.test/x.png 2x">', true],
    ['<td background="http://a.test/x.png">', false],
    ['<table><td background="http://a.test/x.png"></table>', true],
    ['<p style="background:url(https://a.test/x)">', true],
    ['<p style="background:url(\'//a.test/x\')">', true],
    ['<p style="background:\\75 rl(https://a.test/x)">', true],
    ['<p style="background:u\\rl(https://a.test/x)">', true],
    ['<p style="background:image-set(\'https://a.test/x\' 1x)">', true],
    ['<style>@import "https://a.test/x.css"</style>', true],
    ['<style>@font-face{src:url(https://a.test/x.woff2)}</style>', true],
    ['<svg><image href="https://a.test/x.png"/></svg>', true],
    ['<svg><rect fill="url(https://a.test/x.svg#a)"/></svg>', true],
  ])('%s: %s', (html, remote) => {
    expect(shown(html).remote).toBe(remote)
    expect(shown(html, { images: true, dark: null }).remote).toBe(remote)
  })
})
