import { useMemo } from 'react'
import { useHighlighted } from '../../../../lib/highlight.ts'
import { ColouredLines } from '../../../../ui/texts/coloured-lines.tsx'
import { CopyButton } from '../../../../ui/buttons/copy-button.tsx'
import { Notice } from '../../../../ui/pages/notice.tsx'
import { fileSize } from '../../../../lib/file-size.ts'
import type { MailPlace } from '../../inbox-extras.ts'
import type { MarkedPlace } from './use-place.ts'

/** Highlighting takes time for each line. Longer markup is shown without colours. */
const colouredLength = 60_000
const shownLength = 512 * 1024

/** The HTML as it was sent, at first plain, then highlighted. */
export function MailMarkup({ html }: { html: string }) {
  const readable = useMemo(() => shortenData(html), [html])
  const shown = readable.slice(0, shownLength)
  const lines = useHighlighted(shown, 'html', shown.length <= colouredLength)
  return (
    <div className="grid gap-3">
      {shown.length < readable.length && (
        <Notice>Only the beginning of this HTML is shown. View raw shows the whole message.</Notice>
      )}
      <div className="relative min-w-0">
        <CopyButton text={html} label="Copy HTML" className="absolute -top-2 right-0 bg-surface!" />
        <pre className="m-0 pr-8 font-mono text-sm leading-relaxed whitespace-pre-wrap text-ink [overflow-wrap:anywhere]">
          {lines === undefined ? shown : <ColouredLines lines={lines} />}
        </pre>
      </div>
    </div>
  )
}

/** The markup with embedded pictures shortened, so that it is readable. */
export function shortenData(markup: string): string {
  return markup.replaceAll(
    /(data:[\w/+.-]{1,80};base64,[\w+/]{24})([\w+/=]{100,})/g,
    (_, start: string, rest: string) =>
      `${start}… (${fileSize(Math.floor(((start.length + rest.length) * 3) / 4))})`,
  )
}

/** A place of the html in what is shown of it; places of other parts are as they are. */
export function shownPlace(html: string | null, place: MailPlace): MarkedPlace {
  const { part, line, column } = place
  if (part !== 'html' || column === null) return place
  const before = html?.split('\n', line)[line - 1]?.slice(0, column - 1) ?? ''
  return { line, column: shortenData(before).length + 1 }
}
