import { z } from 'zod'
import { fencedText, notice, oneLine } from './fenced-text.ts'
import { defineTool, type Tool, type ToolDeps } from './tool.ts'

/** What a model reads at once; the worst come first. */
const mostFindings = 60
const order = ['fail', 'warn', 'info']

/** The check of a mail, for an agent that mends a template. */
export function checkTool({ inspection }: Pick<ToolDeps, 'inspection'>): Tool {
  return defineTool({
    name: 'check_mail',
    title: 'Check a mail',
    description:
      'What would go wrong with a mail in real inboxes: support of mail clients, size, leftovers of templates, accessibility, links, images, headers. Each finding names its rule and its line. Nothing is requested from anywhere.',
    action: 'read_mail',
    kind: 'reads',
    input: z.strictObject({
      id: z.int().min(1).describe('The id of a mail.'),
      level: z.enum(['fail', 'warn', 'info']).default('warn').describe('The least that is shown.'),
    }),
    async run({ id, level }, wants) {
      const { verdict, counts, sections } = await inspection.inspect(wants('read_mail'), id)
      const found = sections
        .flatMap(({ findings }) => findings)
        .filter((finding) => order.indexOf(finding.level) <= order.indexOf(level))
        .toSorted((a, b) => order.indexOf(a.level) - order.indexOf(b.level))
        .slice(0, mostFindings)
        .map(({ rule, level: own, message, where }) => ({
          rule,
          level: own,
          part: where?.part ?? null,
          line: where?.line ?? null,
          // A message may quote the mail.
          written_by_sender: {
            message: oneLine(message, 300),
            excerpt: oneLine(where?.excerpt ?? ''),
          },
        }))
      const about = `Check of mail #${id}: ${verdict}, ${counts.fail} to fix, ${counts.warn} to look at, ${counts.info} to know`
      const lines = found.map(({ rule, level: own, part, line, written_by_sender: written }) => {
        const place =
          part && ` (${part}${line === null ? '' : ` line ${line}`}: ${written.excerpt})`
        return `${own} ${rule}: ${written.message}${place ?? ''}`
      })
      return {
        text: lines.length === 0 ? about : fencedText(about, lines.join('\n')),
        data: { notice, verdict, counts, findings: found },
      }
    },
  })
}
