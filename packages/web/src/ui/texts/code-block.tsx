import { useHighlighted, type CodeLanguage } from '../../lib/highlight.ts'
import { Button } from '../buttons/button.tsx'
import { ColouredLines } from './coloured-lines.tsx'
import { useCopy } from '../buttons/use-copy.ts'

/** The height in pixels. It does not depend on the length of the code. */
const fixedHeight = 240

type CodeBlockProps = {
  label: string
  /** What is copied. */
  code: string
  /** What is shown: the same, its secret perhaps hidden. */
  shown: string
  language: CodeLanguage
  /** As high as its code is, but no higher than a screen. */
  fits?: boolean
}

/** Code to be copied. It is readable at once and gains its colours when the highlighter is there. */
export function CodeBlock({ label, code, shown, language, fits = false }: CodeBlockProps) {
  const lines = useHighlighted(shown, language)
  const { text, Icon, hasCopied, copy } = useCopy('Copy Code')
  return (
    <div className="rounded-lg border border-line bg-surface">
      <div className="flex items-center justify-between gap-3 border-b border-line py-1.5 pr-1.5 pl-4">
        <span aria-hidden className="truncate text-sm text-ink-3">
          {label}
        </span>
        <Button
          size="sm"
          icon={<Icon className={hasCopied ? 'text-ok' : ''} />}
          onClick={() => void copy(code)}
        >
          <span aria-live="polite">{text}</span>
        </Button>
      </div>
      <pre
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroll area has to be reachable by keyboard
        tabIndex={0}
        aria-label={label}
        style={fits ? { maxHeight: '70vh' } : { height: fixedHeight }}
        className="m-0 overflow-auto p-4 font-mono text-sm leading-[1.6] outline-offset-[-2px]"
      >
        <code>{lines === undefined ? shown : <ColouredLines lines={lines} />}</code>
      </pre>
    </div>
  )
}
