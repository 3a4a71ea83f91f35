import { pdf } from './pdf.ts'

export type Invoice = {
  seller: string
  title: string
  /** Lines under the title: number, date, customer. */
  about: string[]
  lines: { text: string; amount: string }[]
  total: string
  footer: string
}

/** An invoice or receipt as a one-page PDF. */
export function invoicePdf({ seller, title, about, lines, total, footer }: Invoice): Buffer {
  const left = 64
  const width = 595 - 2 * left
  const amountAt = left + width - 60
  const firstLine = 600
  const step = 28
  const totalAt = firstLine - lines.length * step - 8
  return pdf({
    texts: [
      { x: left, y: 766, size: 13, text: seller, bold: true },
      { x: left, y: 712, size: 25, text: title, bold: true },
      ...about.map((text, index) => ({ x: left, y: 686 - index * 17, size: 11, text, grey: true })),
      ...lines.flatMap(({ text, amount }, index) => [
        { x: left, y: firstLine - index * step, size: 11.5, text },
        { x: amountAt, y: firstLine - index * step, size: 11.5, text: amount },
      ]),
      { x: left, y: totalAt, size: 13, text: 'Total', bold: true },
      { x: amountAt, y: totalAt, size: 13, text: total, bold: true },
      { x: left, y: 60, size: 9.5, text: footer, grey: true },
    ],
    rules: [...lines.keys(), lines.length].map((index) => ({
      x: left,
      y: firstLine + 18 - index * step,
      width,
    })),
  })
}
