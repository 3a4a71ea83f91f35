import type { MimePart } from '@mailstop/contract'
import { fileSize } from '../../../../lib/file-size.ts'

/** The tree of the MIME parts of a mail. */
export function MailStructure({ part }: { part: MimePart }) {
  return (
    <ul aria-label="MIME parts" className="m-0 list-none p-0 text-sm">
      <PartRow part={part} />
    </ul>
  )
}

function PartRow({ part }: { part: MimePart }) {
  const details = [
    part.charset,
    part.encoding,
    part.children.length === 0 ? fileSize(part.size) : null,
  ].filter(Boolean)
  return (
    <li>
      <div className="flex min-h-8 flex-wrap items-center gap-x-3 py-1">
        <code className="font-mono text-ink">{part.content_type}</code>
        {part.filename !== null && (
          <bdi className="[overflow-wrap:anywhere] text-ink-2">{part.filename}</bdi>
        )}
        <span className="num text-xs text-ink-3">{details.join(' · ')}</span>
      </div>
      {part.children.length > 0 && (
        <ul className="m-0 ml-1.5 list-none border-l border-line p-0 pl-4">
          {part.children.map((child, index) => (
            <PartRow key={index} part={child} />
          ))}
        </ul>
      )}
    </li>
  )
}
