import { Check, Copy, X } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { useIsDark } from '../../lib/appearance.ts'
import { Button } from '../../ui/button.tsx'
import { useCopy, type CopyState } from '../../ui/use-copy.ts'
import { queryKeys } from '../../lib/queries.ts'
import { highlight, type CodeLanguage } from '../../lib/highlight.ts'
import { ColouredLines } from '../../ui/coloured-lines.tsx'

/** In pixels, whatever the code's length. */
const height = 240

const copyTexts: Record<CopyState, string> = {
  idle: 'Copy Code',
  copied: 'Copied!',
  failed: 'Copy failed!',
}
const copyIcons = { idle: Copy, copied: Check, failed: X }

type CodeBlockProps = {
  label: string
  /** What is copied. */
  code: string
  /** What is shown: the same, its secret perhaps hidden. */
  shown: string
  language: CodeLanguage
}

/** Code to be copied. It is readable at once and gains its colours when the highlighter is there. */
export function CodeBlock({ label, code, shown, language }: CodeBlockProps) {
  const dark = useIsDark()
  const { data: lines } = useQuery({
    queryKey: queryKeys.highlighted(shown, language, dark),
    queryFn: () => highlight(shown, language, dark),
    staleTime: Infinity,
    retry: false,
  })
  const { state, copy } = useCopy()
  const Icon = copyIcons[state]
  return (
    <div className="rounded-lg border border-line bg-surface">
      <div className="flex items-center justify-between gap-3 border-b border-line py-1.5 pr-1.5 pl-4">
        <span aria-hidden className="truncate text-sm text-ink-3">
          {label}
        </span>
        <Button
          size="sm"
          icon={<Icon className={state === 'copied' ? 'text-ok' : ''} />}
          onClick={() => void copy(code)}
        >
          <span aria-live="polite">{copyTexts[state]}</span>
        </Button>
      </div>
      <pre
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroll area has to be reachable by keyboard
        tabIndex={0}
        aria-label={label}
        style={{ height }}
        className="m-0 overflow-auto p-4 font-mono text-sm leading-[1.6] outline-offset-[-2px]"
      >
        <code>{lines === undefined ? shown : <ColouredLines lines={lines} />}</code>
      </pre>
    </div>
  )
}
