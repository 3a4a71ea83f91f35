// @vitest-environment jsdom
// The parser of jsdom is the one of the HTML standard; a lesser one would prove nothing here.
import { describe, expect, test } from 'vitest'
import { contentPolicy, mailDocument } from './mail-document.ts'

const hostile: [string, string][] = [
  ['a script', '<script>alert(1)</script>'],
  ['a script from the web', '<script src="https://evil.test/x.js"></script>'],
  ['a module script', '<script type=module>import "https://evil.test/x.js"</script>'],
  ['a script in svg', '<svg><script href="https://evil.test/x.js"></script></svg>'],
  ['a script of another case', '<ScRiPt>alert(1)</sCrIpT>'],
  ['an unclosed script', '<p>a</p><script>alert(1)'],
  ['an event handler', '<img src=x onerror=alert(1)>'],
  ['an event handler after a slash', '<svg/onload=alert(1)>'],
  ['an event handler of body', '<body onload=alert(1)>x</body>'],
  ['an event handler of html', '<html onfocus=alert(1)><body>x</body></html>'],
  ['an upper-case event handler', '<p ONCLICK="alert(1)">x</p>'],
  ['a handler for a web font', '<style onload=alert(1)>p{}</style>'],
  ['a handler of details', '<details open ontoggle=alert(1)>x</details>'],
  ['a refresh', '<meta http-equiv="refresh" content="0;url=https://evil.test/">'],
  [
    'a refresh in the body',
    '<body><p>x</p><meta http-equiv=refresh content="0;//evil.test"></body>',
  ],
  ['a refresh of another case', '<META HTTP-EQUIV="ReFrEsH" CONTENT="0;URL=https://evil.test">'],
  ['a refresh in noscript', '<noscript><meta http-equiv=refresh content="0;//e.test"></noscript>'],
  ['a refresh in an svg', '<svg><meta http-equiv=refresh content="0;//evil.test"></svg>'],
  [
    'a refresh in a template',
    '<template><meta http-equiv=refresh content="0;//e.test"></template>',
  ],
  ['a cookie by meta', '<meta http-equiv="set-cookie" content="a=b">'],
  ['a policy of its own', `<meta http-equiv="Content-Security-Policy" content="img-src *">`],
  ['a referrer policy of its own', '<meta name=referrer content=unsafe-url>'],
  ['dns prefetching turned on', '<meta http-equiv="x-dns-prefetch-control" content="on">'],
  ['a base of its own', '<base href="https://evil.test/"><a href="x">x</a>'],
  ['a base that targets the frame', '<base target="_self"><a href="https://a.test">x</a>'],
  ['a second base in the body', '<body><base href="https://evil.test/"><p>x</p></body>'],
  ['a style sheet', '<link rel=stylesheet href="https://evil.test/x.css">'],
  ['a preload', '<link rel=preload as=image href="https://evil.test/x.png">'],
  ['a prefetch', '<link rel=prefetch href="https://evil.test/">'],
  ['a preconnect', '<link rel=preconnect href="https://evil.test">'],
  ['a host name looked up ahead', '<link rel=dns-prefetch href="//evil.test">'],
  ['an icon', '<link rel=icon href="https://evil.test/x.ico">'],
  ['a manifest', '<link rel=manifest href="https://evil.test/m.json">'],
  ['a frame', '<iframe src="https://evil.test"></iframe>'],
  ['a frame with a document', '<iframe srcdoc="<meta http-equiv=refresh content=0>"></iframe>'],
  ['a frame set', '<frameset><frame src="https://evil.test"></frameset>'],
  ['an object', '<object data="https://evil.test/x.swf"></object>'],
  ['an embed', '<embed src="https://evil.test/x.pdf">'],
  ['an applet', '<applet code=x archive="https://evil.test/x.jar"></applet>'],
  ['a portal', '<portal src="https://evil.test"></portal>'],
  ['a fenced frame', '<fencedframe src="https://evil.test"></fencedframe>'],
  ['a video', '<video autoplay src="https://evil.test/x.mp4" poster="//evil.test/p"></video>'],
  ['a sound', '<audio autoplay src="https://evil.test/x.mp3"></audio>'],
  ['subtitles', '<video><track src="https://evil.test/x.vtt" default></video>'],
  [
    'a form',
    '<form action="https://evil.test/" method=post><input name=a><button>x</button></form>',
  ],
  ['a form of a button', '<form><button formaction="https://evil.test/">x</button></form>'],
  ['a form into the frame', '<form target=_self action="//evil.test"><input type=image></form>'],
  [
    'a picture that submits',
    '<input type=image src="https://evil.test/x.png" formaction="//e.test">',
  ],
  ['a javascript link', '<a href="javascript:alert(1)">x</a>'],
  ['a javascript link with a tab', '<a href="java\tscript:alert(1)">x</a>'],
  ['a javascript link with a newline', '<a href="\njavascript&colon;alert(1)">x</a>'],
  ['a javascript link with a control character', '<a href="\u0001javascript:alert(1)">x</a>'],
  ['a data link', '<a href="data:text/html,<script>alert(1)</script>">x</a>'],
  ['a blob link', '<a href="blob:https://evil.test/1">x</a>'],
  ['a file link', '<a href="file:///etc/passwd">x</a>'],
  ['a vbscript link', '<a href="vbscript:msgbox(1)">x</a>'],
  ['a link to our own page', '<a href="/settings/profile">x</a>'],
  ['a link to our own page by query', '<a href="?filter=unread">x</a>'],
  ['an empty link', '<a href="">x</a>'],
  ['a link into the frame', '<a href="https://evil.test" target=_self>x</a>'],
  ['a link into the top', '<a href="https://evil.test" target=_top>x</a>'],
  ['a link that keeps its opener', '<a href="https://evil.test" rel=opener>x</a>'],
  ['a link that pings', '<a href="https://a.test" ping="https://evil.test">x</a>'],
  ['a link that downloads', '<a href="https://evil.test/x.exe" download>x</a>'],
  ['a link with a source to attribute', '<a attributionsrc="//evil.test" href="//a.test">x</a>'],
  ['a link in svg', '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>'],
  [
    'a link in svg into the frame',
    '<svg><a href="https://e.test" target=_self><text>x</text></a></svg>',
  ],
  ['an animated link', '<svg><a><animate attributeName=href values="//evil.test"/></a></svg>'],
  ['a set target', '<svg><a href="//a.test"><set attributeName=target to=_self /></a></svg>'],
  ['a link in mathml', '<math><mtext href="javascript:alert(1)">x</mtext></math>'],
  ['an area', '<map name=m><area href="javascript:alert(1)"></map><img usemap="#m">'],
  [
    'a shadow root',
    '<div><template shadowrootmode=open><meta http-equiv=refresh></template></div>',
  ],
  [
    'markup in a comment of a style',
    '<svg><style><!--</style><base href="//e.test">--></style></svg>',
  ],
  ['markup in a title of svg', '<svg></p><title><a id="</title><script>alert(1)</script>">'],
  ['markup in a noscript attribute', '<noscript><p title="</noscript><script>alert(1)</script>">'],
  [
    'markup that moves when parsed twice',
    '<form><math><mtext></form><form><mglyph><style></math><meta http-equiv=refresh content="0;//e.test">',
  ],
  [
    'markup hidden in a table of mathml',
    '<math><mtext><table><mglyph><style><!--</style><base href="//e.test">--></style></mglyph></table></mtext></math>',
  ],
  ['markup in an xmp', '<xmp><script>alert(1)</script></xmp>'],
  ['markup in a textarea', '<textarea></textarea><script>alert(1)</script>'],
  ['markup behind plaintext', '<plaintext><script>alert(1)</script>'],
  ['markup in a select', '<select><script>alert(1)</script><option>x</select>'],
  ['a cdata section', '<svg><![CDATA[><base href=//evil.test>]]></svg>'],
  ['an image of our own', '<img src="/api/profile"><img src="logout">'],
  ['an image by srcset', '<img srcset="https://evil.test/1.png 1x, //evil.test/2.png 2x">'],
  ['an image by picture', '<picture><source srcset="https://evil.test/1.png"><img></picture>'],
  ['an image of svg', '<svg><image href="https://evil.test/x.png"/></svg>'],
  ['an image of svg by xlink', '<svg><image xlink:href="https://evil.test/x.png"/></svg>'],
  ['a filter of svg', '<svg><filter><feImage href="https://evil.test/x.png"/></filter></svg>'],
  ['a use of svg', '<svg><use href="https://evil.test/x.svg#a"/></svg>'],
  ['a background', '<table background="https://evil.test/x.png"><tr><td>x</table>'],
  ['a backslashed address', '<img src="https:\\\\evil.test\\x.png">'],
  ['a svg document as an image', '<img src="data:text/html,<script>alert(1)</script>">'],
  ['a focus that is taken', '<input autofocus accesskey=x>'],
  ['a deep nest', `${'<div>'.repeat(2_000)}<base href="//evil.test">`],
]

const gone =
  'script,noscript,link,iframe,frame,frameset,object,embed,applet,portal,fencedframe,template,audio,video,track,animate,set'

/** All that is wrong with a shown mail. */
function problemsOf(html: string, images: boolean): string[] {
  const shown = mailDocument(html, { images, dark: false })
  if (shown === null) return ['refused']
  const document = new DOMParser().parseFromString(shown.srcdoc, 'text/html')
  const all = [...document.querySelectorAll('*')]
  const count = (name: string) => all.filter(({ localName }) => localName === name).length
  const policy = document.head.firstElementChild?.getAttribute('content')
  return [
    ...(policy === contentPolicy(images) ? [] : [`policy: ${policy}`]),
    ...(count('meta') === 5 ? [] : [`${count('meta')} metas`]),
    ...(count('base') === 1 ? [] : [`${count('base')} bases`]),
    ...[...document.querySelectorAll(gone)].map((element) => element.outerHTML),
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
    !/^(?:https?:\/\/|mailto:|#)/.test(value) ||
    element.getAttribute('target') !== (value.startsWith('#') ? '_self' : '_blank') ||
    element.getAttribute('rel') !== 'noopener noreferrer'
  )
}

describe('a hostile mail', () => {
  test.each(hostile)('%s is made harmless', (_, html) => {
    const within = `<html><head></head><body><p>before</p>${html}<p>after</p></body></html>`
    expect(problemsOf(html, false)).toEqual([])
    expect(problemsOf(html, true)).toEqual([])
    expect(problemsOf(within, true)).toEqual([])
  })

  test('there are enough of them to mean something', () => {
    expect(hostile.length).toBeGreaterThanOrEqual(60)
    expect(new Set(hostile.map(([, html]) => html)).size).toBe(hostile.length)
  })
})

const shown = (html: string, look = { images: false, dark: false }) => {
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
    ['#terms', '#terms', '_self'],
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
    expect(image?.getAttribute('src')).toBeNull()
    expect(image?.getAttribute('alt')).toBe('Rocket')
    expect(image?.getAttribute('width')).toBe('120')
  })

  test('pictures come from the web when the reader asked for them', () => {
    const image = shown('<img src="//a.test/logo.png">', {
      images: true,
      dark: false,
    }).document.querySelector('img')
    expect(image?.getAttribute('src')).toBe('https://a.test/logo.png')
  })

  test.each([
    [false, 'img-src data:; font-src data:;'],
    [true, 'img-src data: http: https:; font-src data: http: https:;'],
  ])('with images %s the policy says %s', (images, part) => {
    expect(contentPolicy(images)).toContain("default-src 'none'; style-src 'unsafe-inline'; ")
    expect(contentPolicy(images)).toContain(part)
  })

  test('a dark look is declared to the mail', () => {
    expect(shown('<p>x</p>', { images: false, dark: true }).srcdoc).toContain(
      '<meta name="color-scheme" content="dark">',
    )
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
    ['<link rel=stylesheet href="https://a.test/x.css">', false],
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
    expect(shown(html, { images: true, dark: false }).remote).toBe(remote)
  })
})
