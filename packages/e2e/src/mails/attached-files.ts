import { crc32, deflateSync } from 'node:zlib'

export type AttachedFile = { name: string; type: string; content: Buffer | string }

/** A mail with these files. A name may have any characters: it is sent as RFC 2231 says. */
export function mailWithFiles(subject: string, files: readonly AttachedFile[]): Buffer {
  const parts = files.map(({ name, type, content }) =>
    [
      '--outer',
      `Content-Type: ${type}`,
      `Content-Disposition: attachment; filename*=utf-8''${encodeURIComponent(name)}`,
      'Content-Transfer-Encoding: base64',
      '',
      Buffer.from(content).toString('base64').replaceAll(/.{76}/g, '$&\r\n'),
    ].join('\r\n'),
  )
  const head = [
    'From: The Shop <shop@sender.test>',
    'To: you@customer.test',
    `Subject: ${subject}`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary="outer"',
    '',
    '--outer',
    '',
    'The files are attached.',
  ]
  return Buffer.from([...head, ...parts, '--outer--', ''].join('\r\n'))
}

/** A grey image of these pixels, one bit each: a very large one is a small file. */
export function greyPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 1
  const rows = Buffer.alloc((1 + Math.ceil(width / 8)) * height)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const chunks = [pngChunk('IHDR', header), pngChunk('IDAT', deflateSync(rows)), pngChunk('IEND')]
  return Buffer.concat([signature, ...chunks])
}

function pngChunk(type: string, data = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** A page of this text, and a script that runs when the page is opened. */
export function pdfWith(text: string, script?: string): Buffer {
  const stream = `BT /F 24 Tf 40 200 Td (${text}) Tj ET`
  const objects = [
    `<</Type/Catalog/Pages 2 0 R${script ? `/OpenAction<</S/JavaScript/JS(${script})>>` : ''}>>`,
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 300]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>',
    `<</Length ${stream.length}>>stream\n${stream}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ]
  let body = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const at = body.length
    body += `${index + 1} 0 obj${object}endobj\n`
    return `${String(at).padStart(10, '0')} 00000 n \n`
  })
  const table = `xref\n0 6\n0000000000 65535 f \n${offsets.join('')}trailer<</Size 6/Root 1 0 R>>`
  return Buffer.from(`${body}${table}\nstartxref\n${body.length}\n%%EOF`)
}
