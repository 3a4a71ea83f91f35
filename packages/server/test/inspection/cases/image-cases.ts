import { PNG } from 'pngjs'
import type { RuleCases, TestMail } from '../mail-of.ts'

const page = (body: string, words = 80): TestMail => ({
  html: `<!doctype html><html lang="en"><title>t</title><body>${body}<p>${'word '.repeat(words)}</p></body></html>`,
})
const image = (src: string, attributes = 'alt="" width="40"', words?: number) =>
  page(`<img src="${src}" ${attributes}>`, words)
const web = 'https://example.com/a.png'

/** The header of a PNG so wide, and then bytes that no decoder would take. */
function png(width: number, bytes = 100): Buffer {
  const file = Buffer.alloc(bytes)
  file.write('\u0089PNG\r\n\u001a\n\0\0\0\rIHDR', 'latin1')
  file.writeUInt32BE(width, 16)
  file.writeUInt32BE(50, 20)
  return file
}
function gif(bytes: number, isAnimated: boolean): Buffer {
  const file = Buffer.alloc(bytes)
  file.write('GIF89a\u0040\0\u0040\0', 'latin1')
  if (isAnimated) file.write('\u0021\u00ff\u000bNETSCAPE2.0', 13, 'latin1')
  return file
}

type File = { bytes: Buffer; type?: string; fields?: string[] }
/** A mail whose html names some of the images that it contains, which have the ids f1, f2 and so on. */
const related = (html: string, ...files: File[]): TestMail => ({
  source: [
    'From: shop@example.com',
    'MIME-Version: 1.0',
    'Content-Type: multipart/related; boundary=b',
    '',
    '--b',
    'Content-Type: text/html; charset=utf-8',
    '',
    page(html).html ?? '',
    ...files.flatMap(({ bytes, type = 'image/png', fields = [] }, at) => [
      '--b',
      `Content-Type: ${type}`,
      'Content-Transfer-Encoding: base64',
      `Content-ID: <f${at + 1}>`,
      ...fields,
      '',
      bytes.toString('base64').replaceAll(/.{76}/g, '$&\r\n'),
    ]),
    '--b--',
    '',
  ].join('\r\n'),
})
const named = '<img src="cid:f1" alt="" width="40">'

/** A picture whose left half is clear, and whose right half has one color. */
function drawn(gray: number, alpha = 0): Buffer {
  const picture = new PNG({ width: 40, height: 10 })
  for (let at = 0; at < picture.data.length; at += 4) {
    picture.data.fill(gray, at, at + 3)
    picture.data[at + 3] = at % 8 === 0 ? alpha : 255
  }
  return PNG.sync.write(picture)
}

export const imageCases: RuleCases = {
  'images.size': {
    fires: [image(web, 'alt=""'), image(web, 'alt="" style="width:600px"')],
    spares: [image(web), image(web, 'alt="" width="100%"')],
  },
  'images.dark-logo': {
    fires: [related(named, { bytes: drawn(20) })],
    spares: [
      related(named, { bytes: drawn(200) }),
      related(named, { bytes: drawn(20, 255) }),
      related(named, { bytes: png(40) }),
      image(web),
    ],
  },
  'images.scaled': {
    fires: [related('<img src="cid:f1" alt="" width="600">', { bytes: png(300) })],
    spares: [
      related('<img src="cid:f1" alt="" width="600">', { bytes: png(600) }),
      related('<img src="cid:f1" alt="" width="100%">', { bytes: png(300) }),
      related('<img src="cid:f1" alt="" width="600">', { bytes: png(1) }),
      image(web, 'alt="" width="600"'),
    ],
  },
  'images.insecure': {
    fires: [image('http://example.com/a.png'), image('//example.com/a.png')],
    spares: [image(web), related(named, { bytes: png(80) })],
  },
  'images.tracker': {
    fires: [image(web, 'width="1" height="1"'), image(web, 'style="display:none"')],
    spares: [
      image(web),
      image(web, 'alt="" width="600" height="1"'),
      page(
        `<style>@media (prefers-color-scheme: dark) { .dark { display: block !important } }</style><img src="${web}" class="dark" alt="a" width="40" style="display:none">`,
      ),
    ],
  },
  'images.format': {
    fires: [
      image('https://example.com/a.svg'),
      image('https://example.com/a.webp?v=1'),
      image('data:image/png;base64,iVBORw0KGgo='),
      related(named, { bytes: Buffer.from('<svg/>'), type: 'image/svg+xml' }),
    ],
    spares: [
      image(web),
      image('https://example.com/svg/a.jpg'),
      related(named, { bytes: png(80) }),
    ],
  },
  'images.weight': {
    fires: [
      related(named, { bytes: png(80, 204_801) }),
      related(named, { bytes: gif(1_048_577, true), type: 'image/gif' }),
      related(
        [1, 2, 3, 4, 5].map((at) => `<img src="cid:f${at}" alt="" width="40">`).join(''),
        ...Array.from({ length: 5 }, () => ({ bytes: png(80, 170_000) })),
      ),
    ],
    spares: [related(named, { bytes: png(80, 204_800) }), image(web)],
  },
  'images.unused-part': {
    fires: [related('', { bytes: png(80) })],
    spares: [
      related(named, { bytes: png(80) }),
      related('<div style="background:url(cid:f1)">Hello</div>', { bytes: png(80) }),
      related('', { bytes: png(80), fields: ['Content-Disposition: attachment; filename=a.png'] }),
    ],
  },
  'images.missing-part': {
    fires: [image('cid:logo'), related('<img src="cid:f2" alt="" width="40">', { bytes: png(80) })],
    spares: [
      related(named, { bytes: png(80) }),
      related('<img src="cid:%661" alt="" width="40">', { bytes: png(80) }),
      image(web),
    ],
  },
  'images.no-address': {
    fires: [image('images/logo.png'), image(''), image('file:///C:/logo.png'), image('/logo.png')],
    spares: [
      image(web),
      page('<base href="https://example.com/"><img src="images/logo.png" alt="" width="40">'),
      related('<img src="images/logo.png" alt="" width="40">', {
        bytes: png(80),
        fields: ['Content-Location: images/logo.png'],
      }),
    ],
  },
  'images.mostly-images': {
    fires: [
      image(web, 'alt="" width="600"', 24),
      image(web, `alt=""><img src="${web}" alt=""`, 59),
      image(web, 'alt=""', 5),
    ],
    spares: [
      image(web, 'alt="" width="600"', 25),
      image(web, `alt=""><img src="${web}" alt=""`, 60),
      image(web, 'alt="" width="120"', 5),
      image(web, 'width="1" height="1"', 5),
    ],
  },
}
