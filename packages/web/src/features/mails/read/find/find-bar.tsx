import { ChevronDown, ChevronUp, Search, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { IconButton } from '../../../../ui/buttons/icon-button.tsx'
import { mostMatches } from './find-text.ts'
import type { Find } from './use-find.ts'

/** Finds a text in the open mail. It takes the focus when it appears. */
export function FindBar({ find, matches }: { find: Find; matches: number }) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    input.current?.focus()
    input.current?.select()
  }, [])
  const step = (by: 1 | -1) => find.step(by, matches)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes it from its buttons too
    <div
      role="search"
      aria-label="Find in this message"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        find.close()
        event.preventDefault()
        event.stopPropagation()
      }}
      className="flex min-h-10 flex-none items-center gap-1 border-b border-line bg-bg pr-2.5 pl-[26px] max-tablet:pl-4"
    >
      <Search className="!size-3.5 flex-none text-ink-3" />
      <input
        ref={input}
        aria-label="Find in this message"
        placeholder="Find in this message"
        value={find.typed}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onChange={(event) => find.type(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          step(event.shiftKey ? -1 : 1)
          event.preventDefault()
          event.stopPropagation()
        }}
        className="h-8 min-w-0 flex-1 bg-transparent px-1.5 text-md text-ink outline-none placeholder:text-ink-3 pointer-coarse:h-10 pointer-coarse:text-[16px]"
      />
      <span role="status" className="num px-1 text-xs whitespace-nowrap text-ink-3">
        {find.needle === '' ? '' : countText(find.place, matches)}
      </span>
      <IconButton
        label="Previous match"
        shortcut="Shift Enter"
        icon={<ChevronUp />}
        disabled={matches === 0}
        onClick={() => step(-1)}
      />
      <IconButton
        label="Next match"
        shortcut="Enter"
        icon={<ChevronDown />}
        disabled={matches === 0}
        onClick={() => step(1)}
      />
      <IconButton label="Close" shortcut="Esc" icon={<X />} onClick={find.close} />
    </div>
  )
}

/** '3 of 12', '1 of 1,000+', 'Not found'. */
function countText(current: number, matches: number): string {
  if (matches === 0) return 'Not found'
  const at = Math.min(current + 1, matches)
  const all = `${matches.toLocaleString('en')}${matches === mostMatches ? '+' : ''}`
  return `${at.toLocaleString('en')} of ${all}`
}
