import { limits } from '@mailstop/contract'
import { Search, X } from 'lucide-react'
import { useRef, useState, type ComponentProps } from 'react'
import { deferred, useDeferred } from '../../lib/deferred.ts'
import { useShortcuts } from '../../lib/keys/shortcuts.ts'
import { KeyHint } from '../../ui/buttons/key-hint.tsx'
import { usePopupPlace } from '../../ui/popups/use-popup-place.ts'
import { rememberSearch } from './recent-searches.ts'
import { useTypedSearch } from './use-typed-search.ts'

const suggestingInput = deferred(() => import('./suggesting-input.tsx'))

export type SearchFieldProps = {
  /** The current team; null until it is known. */
  team: number | null
  /** The names of its inboxes; none where it has one. */
  inboxes: readonly string[]
  /** Whether the inbox searches as one types: it can be seen beside the field. */
  isLive: boolean
  autoFocus: boolean
}

/** Takes a search. It can be typed at once; the suggestions come when their code is there. */
export function SearchField({ team, inboxes, isLive, autoFocus }: SearchFieldProps) {
  const { text, searched, inbox, setText, submit: search, begin } = useTypedSearch(isLive)
  const input = useRef<HTMLInputElement>(null)
  const [focused, setFocused] = useState(false)
  const { triggerRef, container } = usePopupPlace()
  const SuggestingInput = useDeferred(suggestingInput, focused)?.SuggestingInput

  useShortcuts({
    '/': () => {
      input.current?.focus()
      input.current?.select()
    },
  })

  function submit(query: string) {
    remember(query)
    search(query)
    if (query.trim() !== '') input.current?.blur()
  }

  function remember(query: string) {
    if (team !== null && query.trim() !== '') rememberSearch(team, query.trim())
  }

  const inputProps: ComponentProps<'input'> = {
    ref: input,
    'aria-label': 'Search mail',
    placeholder: inbox === null ? 'Search mail' : `Search ${inbox}`,
    // The plain input hands the focus on to the suggesting one that takes its place.
    autoFocus: autoFocus || focused,
    autoComplete: 'off',
    autoCapitalize: 'none',
    spellCheck: false,
    maxLength: limits.queryLength,
    enterKeyHint: 'search',
    className:
      'h-8 w-full min-w-0 rounded-md border border-line bg-surface pr-8 pl-[30px] text-md text-ink placeholder:text-ink-3 hover:border-line-strong pointer-coarse:h-10 pointer-coarse:text-[16px]',
  }
  const leave = () => {
    setText(searched)
    input.current?.blur()
  }
  return (
    <div ref={triggerRef} role="search" className="relative mb-2">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          submit(text)
        }}
      >
        <Search className="pointer-events-none absolute top-[9px] left-[9px] !size-3.5 text-ink-3 pointer-coarse:top-[13px]" />
        {SuggestingInput ? (
          <SuggestingInput
            team={team}
            inboxes={inboxes}
            inputProps={inputProps}
            text={text}
            searched={searched}
            onText={setText}
            onSubmit={submit}
            container={container}
            onLeave={leave}
            onFocus={begin}
            // What was found as it was typed is remembered once the user goes on to something else.
            onBlur={() => text.trim() === searched && remember(searched)}
          />
        ) : (
          <input
            {...inputProps}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            onFocus={() => {
              begin()
              setFocused(true)
            }}
            onBlur={() => setFocused(false)}
            onKeyDown={(event) => {
              if (event.key === 'Escape') leave()
            }}
          />
        )}
        {/* Enter submits a form with several fields, of which one is hidden, only by its button. */}
        <button type="submit" hidden>
          Search
        </button>
      </form>
      {text === '' ? (
        <span aria-hidden className="pointer-events-none absolute top-[7px] right-2">
          <KeyHint keys="/" />
        </span>
      ) : (
        <button
          type="button"
          aria-label="Clear the search"
          className="absolute top-0 right-0 grid size-8 place-items-center rounded-md text-ink-3 hover:text-ink pointer-coarse:size-10"
          onClick={() => {
            setText('')
            if (searched !== '') submit('')
            input.current?.focus()
          }}
        >
          <X className="!size-3.5" />
        </button>
      )}
    </div>
  )
}
