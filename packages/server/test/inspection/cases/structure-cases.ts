import type { RuleCases, TestMail } from '../mail-of.ts'

const multipart = (kind: string, ...parts: string[]) =>
  `Content-Type: multipart/${kind}; boundary=${kind}\r\n\r\n${parts.map((part) => `--${kind}\r\n${part}\r\n`).join('')}--${kind}--`
const mail = (body: string): TestMail => ({
  source: Buffer.from(`Subject: s\r\nMIME-Version: 1.0\r\n${body}\r\n`, 'latin1'),
})
const plain = 'Content-Type: text/plain\r\n\r\nHello'
const html = 'Content-Type: text/html\r\n\r\n<p>Hello <img src="cid:logo@a" alt="">'
const image =
  'Content-Type: image/png\r\nContent-ID: <logo@a>\r\nContent-Transfer-Encoding: base64\r\n\r\niVBO'
const inside = (depth: number, body: string): string => {
  let text = body
  for (let level = depth; level > 0; level--) {
    text = `Content-Type: multipart/mixed; boundary=b${level}-\r\n\r\n--b${level}-\r\n${text}\r\n--b${level}---`
  }
  return text
}
const text = (rest: string, body: string) => mail(`Content-Type: text/plain${rest}\r\n\r\n${body}`)
const base64 = (line: number) =>
  mail(
    `Content-Type: text/plain\r\nContent-Transfer-Encoding: base64\r\n\r\n${'YWFh'.repeat(line / 4)}`,
  )
const bounded = (length: number) =>
  mail(
    `Content-Type: multipart/mixed; boundary=${'b'.repeat(length)}\r\n\r\n--${'b'.repeat(length)}\r\n${plain}\r\n--${'b'.repeat(length)}--`,
  )

const amp = (body: string) => `Content-Type: text/x-amp-html\r\n\r\n${body}`
const shownAmp = amp(
  '<html amp4email><script async src="https://cdn.ampproject.org/v0.js"></script>',
)
const alternative = (...parts: string[]) => mail(multipart('alternative', plain, ...parts))

export const structureCases: RuleCases = {
  'structure.boundary': {
    fires: [
      mail('Content-Type: multipart/mixed\r\n\r\nHello'),
      mail('Content-Type: multipart/mixed; boundary=a\r\n\r\n--b\r\n\r\nHello'),
    ],
    spares: [mail(multipart('mixed', plain))],
  },
  'structure.alternative-order': {
    fires: [
      mail(multipart('alternative', html, plain)),
      mail(multipart('alternative', multipart('related', html, image), plain)),
    ],
    spares: [
      mail(multipart('alternative', plain, html)),
      mail(multipart('mixed', html, plain)),
      mail(multipart('mixed', multipart('alternative', plain, html), plain)),
    ],
  },
  'structure.amp': {
    fires: [
      alternative(html, shownAmp),
      alternative(shownAmp, shownAmp, html),
      alternative(shownAmp),
      alternative(amp('<html>'), html),
      alternative(amp('<html amp4email>'), html),
      alternative(`${shownAmp}<style>a{color:red!important}</style>`, html),
      alternative(`${shownAmp}${' '.repeat(200_000)}`, html),
    ],
    spares: [alternative(shownAmp, html), alternative(html)],
  },
  'structure.html-alone': {
    fires: [mail(html), mail(multipart('related', html, image))],
    spares: [mail(plain), mail(multipart('alternative', plain, html))],
  },
  'structure.charset': {
    fires: [
      text('; charset=utf-8\r\nContent-Transfer-Encoding: 8bit', 'caf\xe9'),
      text('; charset=us-ascii\r\nContent-Transfer-Encoding: 8bit', 'caf\xe9'),
      text('; charset=nope', 'Hello'),
      text('', 'caf\xe9'),
    ],
    spares: [
      text('; charset=utf-8\r\nContent-Transfer-Encoding: 8bit', 'caf\xc3\xa9'),
      text('; charset=iso-8859-1\r\nContent-Transfer-Encoding: 8bit', 'caf\xe9'),
      text('; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable', 'caf=C3=A9'),
      text('', 'Hello'),
    ],
  },
  'structure.transfer-encoding': {
    fires: [
      text('; charset=utf-8', 'caf\xc3\xa9'),
      text('; charset=utf-8\r\nContent-Transfer-Encoding: 7bit', 'caf\xc3\xa9'),
      text('\r\nContent-Transfer-Encoding: utf-8', 'Hello'),
      base64(80),
      mail(multipart('mixed', plain).replace('\r\n', '\r\nContent-Transfer-Encoding: base64\r\n')),
    ],
    spares: [
      text('; charset=utf-8\r\nContent-Transfer-Encoding: 8bit', 'caf\xc3\xa9'),
      text('', 'Hello'),
      base64(76),
      mail(multipart('mixed', plain).replace('\r\n', '\r\nContent-Transfer-Encoding: 7bit\r\n')),
    ],
  },
  'structure.boundary-length': { fires: [bounded(71)], spares: [bounded(70)] },
  'structure.empty-part': {
    fires: [mail(multipart('mixed', plain, 'Content-Type: application/pdf; name=a.pdf\r\n\r\n'))],
    spares: [mail(multipart('mixed', plain, 'Content-Type: application/pdf; name=a.pdf\r\n\r\n%'))],
  },
  'structure.deep': { fires: [mail(inside(9, plain))], spares: [mail(inside(8, plain))] },
  'structure.outside-related': {
    fires: [mail(multipart('mixed', html, image))],
    spares: [
      mail(multipart('related', html, image)),
      mail(multipart('related', multipart('alternative', plain, html), image)),
      mail(multipart('mixed', html, image.replace('logo@a', 'other@a'))),
    ],
  },
}
