type Text = { x: number; y: number; size: number; text: string; bold?: boolean; grey?: boolean }
type Rule = { x: number; y: number; width: number }

/** What stands on the one page; points from its lower left corner, A4. */
export type PdfPage = { texts: Text[]; rules: Rule[] }

/** A one-page PDF 1.4 in Helvetica. Texts are Latin-1 (WinAnsiEncoding). */
export function pdf({ texts, rules }: PdfPage): Buffer {
  const content = [
    '0.88 G 0.75 w',
    ...rules.map(({ x, y, width }) => `${x} ${y} m ${x + width} ${y} l S`),
    ...texts.map(({ x, y, size, text, bold, grey }) => {
      const font = bold ? '/F2' : '/F1'
      return `BT ${grey ? '0.45' : '0.1'} g ${font} ${size} Tf ${x} ${y} Td (${escaped(text)}) Tj ET`
    }),
  ].join('\n')
  const font = (name: string) =>
    `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`
  return assemble([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R ' +
      '/Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>',
    `<< /Length ${Buffer.byteLength(content, 'latin1')} >>\nstream\n${content}\nendstream`,
    font('Helvetica'),
    font('Helvetica-Bold'),
  ])
}

function assemble(objects: string[]): Buffer {
  let body = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = Buffer.byteLength(body, 'latin1')
    body += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const table = Buffer.byteLength(body, 'latin1')
  const size = objects.length + 1
  body += `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}`
  body += `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`
  return Buffer.from(body, 'latin1')
}

const escaped = (text: string) => text.replaceAll(/[\\()]/g, String.raw`\$&`)
