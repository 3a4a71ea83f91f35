import type { FactsOf } from '@mailstop/contract'
import { fileSize } from '../../../lib/file-size.ts'

const parts: [keyof FactsOf<'size'>['parts'], string, string][] = [
  ['text', 'Text', 'var(--tag-green)'],
  ['markup', 'Markup', 'var(--tag-blue)'],
  ['inline_style', 'Inline styles', 'var(--tag-purple)'],
  ['style_blocks', 'Style blocks', 'var(--tag-pink)'],
  ['comments', 'Comments', 'var(--tag-orange)'],
  ['data_uris', 'Data URIs', 'var(--tag-red)'],
  ['white_space', 'White space', 'var(--tag-yellow)'],
]

/** Gmail shows about this much of the html. */
const clippedFrom = 104_448

/** What takes the room in the html, beside the place where Gmail cuts it. */
export function SizeBar({ html_bytes: bytes, message_bytes, parts: sizes }: FactsOf<'size'>) {
  const message = `The message has ${fileSize(message_bytes)}`
  if (bytes === 0) return <p className="text-sm text-ink-2">{message}, and no HTML.</p>
  const percent = (size: number) => `${(size / Math.max(bytes, clippedFrom)) * 100}%`
  return (
    <div className="num grid gap-2 text-sm text-ink-2">
      <p>
        {message}, its HTML {fileSize(bytes)}. Gmail cuts the HTML at about 102 KB.
      </p>
      <div aria-hidden className="relative flex h-3 overflow-hidden rounded-sm bg-hover">
        {parts.map(([part, , background]) => (
          <span
            key={part}
            style={{ width: percent(sizes[part]), background }}
            className="flex-none forced-color-adjust-none"
          />
        ))}
        <span
          className="absolute inset-y-0 w-0.5 -translate-x-full bg-ink forced-color-adjust-none"
          style={{ left: percent(clippedFrom) }}
        />
      </div>
      <ul aria-label="Sizes" className="m-0 flex list-none flex-wrap gap-x-4 gap-y-1 p-0">
        {parts.map(([part, name, background]) => (
          <li key={part} className="flex items-center gap-1.5">
            <span aria-hidden className="tag-dot size-1.75 rounded-full" style={{ background }} />
            {name} {fileSize(sizes[part])}
          </li>
        ))}
      </ul>
    </div>
  )
}
