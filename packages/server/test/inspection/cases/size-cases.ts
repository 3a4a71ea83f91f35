import type { RuleCases, TestMail } from '../mail-of.ts'

/** Html of exactly so many bytes. */
const htmlOf = (bytes: number) => {
  const [start, end] = ['<!doctype html><html lang="en"><title>t</title><body>', '</body></html>\n']
  return `${start}${'a'.repeat(bytes - start.length - end.length)}${end}`
}

/** Html of so many bytes in another encoding, where letters beyond ASCII have two. */
function encoded(bytes: number, encoding: '8bit' | 'quoted-printable' | 'base64'): TestMail {
  const html = htmlOf(bytes - 200).replace('</body>', `${'é'.repeat(100)}</body>`)
  const lines = {
    '8bit': html,
    base64: (
      Buffer.from(html)
        .toString('base64')
        .match(/.{1,76}/g) ?? []
    ).join('\r\n'),
    'quoted-printable': html
      .replaceAll(/[=é\n]/g, (one) => (one === 'é' ? '=C3=A9' : one === '=' ? '=3D' : '=0A'))
      .replaceAll(/.{1,70}(?![0-9A-F])/g, '$&=\r\n'),
  }[encoding]
  const source = `MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n${lines}\r\n--b--\r\n`
  return { source }
}
const encodings = ['8bit', 'quoted-printable', 'base64'] as const

const body = (inner: string) => ({
  html: `<!doctype html><html lang="en"><head><title>t</title></head><body>${inner}</body></html>`,
})
const filled = (bytes: number): TestMail => ({
  source: Buffer.concat([Buffer.from('Subject: s\r\n\r\n'), Buffer.alloc(bytes - 14, 'a\r\n')]),
})
const typed = (charset: string, meta: string, letters = '\xe9'): TestMail => ({
  source: Buffer.from(
    `Content-Type: text/html${charset}\r\n\r\n<!doctype html>${meta}<p>${letters}</p>`,
    'latin1',
  ),
})
const tables = (depth: number) =>
  body('<table><tr><td>'.repeat(depth) + '</td></tr></table>'.repeat(depth))

export const sizeCases: RuleCases = {
  'size.gmail-clip': {
    fires: [{ html: htmlOf(104_448) }, ...encodings.map((one) => encoded(104_448, one))],
    spares: [{ html: htmlOf(104_447) }, ...encodings.map((one) => encoded(104_447, one))],
  },
  'size.near-gmail-clip': {
    fires: [{ html: htmlOf(87_040) }, ...encodings.map((one) => encoded(87_040, one))],
    spares: [
      { html: htmlOf(87_039) },
      { html: htmlOf(104_448) },
      ...encodings.map((one) => encoded(87_039, one)),
    ],
  },
  'size.large': { fires: [filled(10_000_000)], spares: [filled(9_999_999), filled(25_000_000)] },
  'size.too-large': { fires: [filled(25_000_000)], spares: [filled(24_999_999)] },
  'size.conditional-comment': {
    fires: [
      body('<!--[if mso]><table><tr><td>-->a'),
      body('<!--[if !mso]><!--><p>a</p>'),
      body('<![if !mso]><p>a</p>'),
    ],
    spares: [
      body('<!--[if mso]><table><tr><td><![endif]-->a<!--[if mso]></td></tr></table><![endif]-->'),
      body('<!--[if !mso]><!--><p>a</p><!--<![endif]-->'),
      body('<!--[if !mso]><!-- --><p>a</p><!-- <![endif]-->'),
      body('<!--[if !mso]>--><p>a</p><!--<![endif]-->'),
      body('<![if !mso]><p>a</p><![endif]>'),
      body('<!-- see [if mso] -->'),
    ],
  },
  'size.no-doctype': {
    fires: [{ html: '<p>Hello</p>' }],
    spares: [
      { html: '<!DOCTYPE html><p>Hello</p>' },
      {
        html: '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd"><p>Hello</p>',
      },
    ],
  },
  'size.charset': {
    fires: [typed('', ''), typed('; charset=koi8-r', '<meta charset=windows-1251>')],
    spares: [
      typed('; charset=iso-8859-1', ''),
      typed('', '<meta charset=windows-1251>'),
      typed('; charset=latin1', '<meta charset="windows-1252">'),
      typed('; charset=us-ascii', '<meta charset=utf-8>', 'e'),
    ],
  },
  'size.unclosed-element': {
    fires: [
      body('<div><span>a</div>'),
      body('<table><tr><td>a'),
      body('<a href="https://a.example.com">a'),
    ],
    spares: [
      body('<ul><li>a<li>b</ul><table><tr><td>a<tr><td>b</table><p>a<p>b<br><img src=a alt=b>'),
      body('<svg><path d="M0"/></svg><v:rect/><o:p></o:p>'),
      body('<b><p>a</b>b</p>'),
    ],
  },
  'size.block-in-paragraph': {
    fires: [body('<p>a<div>b</div></p>')],
    spares: [body('<p>a<span>b</span></p><div><p>c</p></div>'), body('<p>a<div>b</div>')],
  },
  'size.deep-tables': { fires: [tables(9)], spares: [tables(8)] },
  'size.css-error': {
    fires: [body('<style>p { color: red; } } a {</style>'), body('<style>p { : red }</style>')],
    spares: [
      body(
        '<style>@media (max-width: 600px) { p { color: red !important } } u + #body a { color: inherit }</style>',
      ),
      body('<style>@goodbye { @gmail }</style>'),
    ],
  },
  'size.parse-error': {
    fires: [body('<p a=1 a=2>a</p>'), body('a & b < c &nope; <1>')],
    spares: [body('a &amp; b &lt; c'), body('<![if !mso]>a<![endif]>')],
  },
}
