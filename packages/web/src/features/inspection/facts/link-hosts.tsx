import type { FactsOf } from '@mailstop/contract'
import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { buttonClasses } from '../../../ui/buttons/button-classes.ts'
import { Rows } from '../rows.tsx'
import { TextCopyButton } from '../text-copy-button.tsx'

type Link = FactsOf<'links'>['links'][number]
type LinkHostsProps = FactsOf<'links'> & { children: ReactNode }

/** The links of a mail, by the hosts to which they lead. */
export function LinkHosts({ links, more, children }: LinkHostsProps) {
  if (links.length === 0) return null
  const hosts = [...Map.groupBy(links, ({ host, kind }) => host ?? kind)]
  return (
    <>
      {hosts.map(([host, ofHost]) => (
        <Rows key={host} isClosed label={host} rows={ofHost.map(linkRow)} />
      ))}
      {more > 0 && <p className="num text-sm text-ink-3">{more} more are not listed.</p>}
      <div className="flex flex-wrap gap-2">
        <TextCopyButton label="Copy all" text={() => links.map(({ href }) => href).join('\n')} />
        <a
          className={buttonClasses('secondary', 'sm')}
          download="links.csv"
          href={`data:text/csv;charset=utf-8,${encodeURIComponent(linkCsv(links))}`}
        >
          <Download className="text-ink-3" />
          Save as CSV
        </a>
        {children}
      </div>
    </>
  )
}

const linkRow = (link: Link) => ({
  text: link.text || link.image_alt || 'No text',
  place: { part: link.part, line: link.lines[0] ?? 1, column: null },
  notes: [
    link.count > 1 && `${link.count.toLocaleString('en')} times`,
    link.tracking.length > 0 && `tracks by ${link.tracking.join(', ')}`,
    link.other_host !== null && `the text names ${link.other_host}`,
    link.leads_to !== null && `leads to ${link.leads_to}`,
  ],
  href: link.href,
})

/** A spreadsheet would run a cell that begins like a formula; what a stranger wrote is text. */
const cell = (value: string | number): string =>
  `"${String(value)
    .replace(/^[=+\-@\t\r]/, "'$&")
    .replaceAll('"', '""')}"`

const columns = ['text', 'href', 'kind', 'host', 'part', 'count'] as const

/** As RFC 4180 has it. */
const linkCsv = (links: readonly Link[]): string =>
  [columns, ...links.map((link) => columns.map((column) => link[column] ?? ''))]
    .map((row) => row.map(cell).join(','))
    .join('\r\n')
