import { limits } from '@mailstop/contract'
import { Search, X } from 'lucide-react'
import { useRef, useState, type ComponentProps } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { deferred, useDeferred } from '../../lib/deferred.ts'
import { paths } from '../../lib/paths.ts'
import { useShortcuts } from '../../lib/shortcuts.ts'
import { KeyHint } from '../../ui/key-hint.tsx'
import { usePopupPlace } from '../../ui/use-popup-place.ts'
import { rememberSearch } from './recent-searches.ts'
import { searchPath } from './search-path.ts'

const suggestingInput = deferred(() => import('./suggesting-input.tsx'))

/** Takes a search. It can be typed at once; the suggestions come when their code is there. */
export function SearchField({ autoFocus }: { autoFocus: boolean }) {
  const navigate = useNavigate()
  const { pathname, search, key } = useLocation()
  const searched = pathname.startsWith(paths.inbox)
    ? (new URLSearchParams(search).get('q') ?? '')
    : ''
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState({ at: key, text: searched })
  const [focused, setFocused] = useState(false)
  const { triggerRef, container } = usePopupPlace()
  const SuggestingInput = useDeferred(suggestingInput, focused)?.SuggestingInput
  // A link, a pin or the history leads to another search: it replaces what was typed before.
  const text = typed.at === key ? typed.text : searched
  const setText = (next: string) => setTyped({ at: key, text: next })

  useShortcuts({
    '/': () => {
      input.current?.focus()
      input.current?.select()
    },
  })

  function submit(query: string) {
    const q = query.trim()
    if (q !== '') rememberSearch(q)
    void navigate(searchPath(pathname, search, q))
    if (q !== '') input.current?.blur()
  }

  const inputProps: ComponentProps<'input'> = {
    ref: input,
    'aria-label': 'Search mail',
    placeholder: 'Search mail',
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
            inputProps={inputProps}
            text={text}
            onText={setText}
            onSubmit={submit}
            container={container}
            onLeave={leave}
          />
        ) : (
          <input
            {...inputProps}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            onFocus={() => setFocused(true)}
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
