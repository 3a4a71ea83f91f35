import type { Inspection } from '@mailstop/contract'
import { countsText, levelWord, sectionTitles } from './levels.tsx'

/** Trackers make links of such words, also where their signs are escaped. */
const isAddress = /:\/\/|^\W*www\.|@|^\W*mailto:/i

/** Text of a mail that means nothing in Markdown: no link, no markup, no end of the line. */
const plain = (text: string): string =>
  text
    .split(/\s+/)
    .map((word) =>
      isAddress.test(word)
        ? `\`${word.replaceAll('`', "'")}\``
        : word.replaceAll(/[\\`*_{}[\]<>#|!~&]/g, String.raw`\$&`),
    )
    .join(' ')

/** A check as a list for a ticket. */
export function checkMarkdown(subject: string, { counts, sections, muted }: Inspection): string {
  return [
    `## Check of “${plain(subject || '(no subject)')}”: ${countsText(counts)}`,
    ...sections.flatMap(({ id, findings, more }) =>
      findings.length === 0
        ? []
        : [
            '',
            `### ${sectionTitles[id]}`,
            '',
            ...findings.map(({ level, message, where, rule }) => {
              const line = where?.line ? `, ${where.part} line ${where.line}` : ''
              return `- [ ] **${levelWord(level)}**: ${plain(message)} (${rule}${line})`
            }),
            ...(more > 0 ? [`- ${more} more`] : []),
          ],
    ),
    ...(muted.length > 0 ? ['', `Muted: ${muted.join(', ')}`] : []),
    '',
  ].join('\n')
}
