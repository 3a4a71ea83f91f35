import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Mails in a compact form: `== language code`, the subject, and a line for each paragraph. `! x` is a
 * heading, `| a | b |` a row of a table, `[text](address)` a link.
 */
export type CorpusMail = { name: string; code: string | null; subject: string; lines: string[] }

export function readCorpus(name: string): CorpusMail[] {
  const file = join(import.meta.dirname, '../fixtures/extraction', `${name}.txt`)
  const blocks = readFileSync(file, 'utf8').split(/^== /m).slice(1)
  return blocks.map((block) => {
    const [head = '', subject = '', ...lines] = block.trimEnd().split('\n')
    const [language, code = null] = head.split(' ')
    return { name: `${language}: ${subject}`, code, subject, lines }
  })
}

const link = /\[([^\]]+)\]\(([^)]+)\)/g

/** A text part as an app writes it. */
export function asText({ lines }: CorpusMail): string {
  return lines
    .map((line) => {
      if (line.startsWith('| ')) {
        const cells = line.slice(2, -2).split(' | ')
        const isBoxes = cells.every((cell) => cell.length === 1)
        return cells.join(isBoxes ? ' ' : cells.length === 2 ? ': ' : '  ')
      }
      return line.replace(/^! /, '').replaceAll(link, '$1: $2')
    })
    .join('\n\n')
}

/** An html part as an app writes it: a table around paragraphs, with styles. */
export function asHtml({ subject, lines }: CorpusMail): string {
  const body = lines.map((line) => {
    const linked = escape(line).replaceAll(link, '<a href="$2">$1</a>')
    if (linked.startsWith('! ')) return `<h1 style="color:#482913">${linked.slice(2)}</h1>`
    if (!linked.startsWith('| ')) return `<p>${linked}</p>`
    const cells = linked.slice(2, -2).split(' | ')
    return `<table><tr>${cells.map((cell) => `<td width="1200">${cell}</td>`).join('\n')}</tr></table>`
  })
  return `<html><head><title>${escape(subject)}</title><style>.x9 { width: 1200px }</style></head>
<body><table><tr><td>${body.join('\n')}</td></tr></table></body></html>`
}

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
