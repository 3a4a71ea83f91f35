import { Autocomplete } from '@base-ui/react/autocomplete'
import { limits } from '@mailstop/contract'
import { History, Search, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useShortcuts } from '../../lib/shortcuts.ts'
import { classNames } from '../../ui/class-names.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { forgetSearches, rememberSearch, useRecentSearches } from './recent-searches.ts'
import { searchPath } from './search-path.ts'
import { operatorNames, suggestionsFor, type Suggestion } from './search-suggestions.ts'

type SearchBoxProps = {
  /** Of a sidebar that shows icons only: the box opens the sidebar. */
  collapsed: boolean
  onExpand: () => void
}

/** Searches the mail of the team. What is searched for is in the address, as `q` of the inbox. */
export function SearchBox({ collapsed, onExpand }: SearchBoxProps) {
  const [wanted, setWanted] = useState(false)
  if (collapsed) {
    return (
      <>
        <CollapsedShortcut
          onSearch={() => {
            setWanted(true)
            onExpand()
          }}
        />
        <IconButton
          label="Search mail"
          shortcut="/"
          side="right"
          icon={<Search aria-hidden />}
          className="mx-auto mb-2 !size-9"
          onClick={() => {
            setWanted(true)
            onExpand()
          }}
        />
      </>
    )
  }
  return <SearchField autoFocus={wanted} />
}

function CollapsedShortcut({ onSearch }: { onSearch: () => void }) {
  useShortcuts({ '/': onSearch })
  return null
}

function SearchField({ autoFocus }: { autoFocus: boolean }) {
  const navigate = useNavigate()
  const { pathname, search, key } = useLocation()
  const searched = pathname.startsWith('/inbox') ? (new URLSearchParams(search).get('q') ?? '') : ''
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState({ at: key, text: searched })
  const [open, setOpen] = useState(false)
  // A link, a pin or the history leads to another search: it replaces what was typed before.
  const text = typed.at === key ? typed.text : searched
  const setText = (next: string) => setTyped({ at: key, text: next })
  const recent = useRecentSearches()
  const items = text.trim() === '' ? startingWith(recent) : suggestionsFor(text)

  useShortcuts({
    '/': () => {
      input.current?.focus()
      input.current?.select()
    },
  })

  function submit(query: string) {
    const q = query.trim()
    setOpen(false)
    if (q !== '') rememberSearch(q)
    void navigate(searchPath(pathname, search, q))
    if (q !== '') input.current?.blur()
  }

  return (
    <div role="search" className="relative mb-2">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          submit(text)
        }}
      >
        <Autocomplete.Root
          items={items}
          mode="none"
          value={text}
          open={open && items.length > 0}
          onOpenChange={(next) => setOpen(next)}
          onValueChange={(next, { reason }) => {
            setText(next)
            // A recent search is whole; an operator still waits for its value.
            if (reason === 'item-press' && recent.includes(next)) submit(next)
            else setOpen(true)
          }}
          itemToStringValue={({ value }: Suggestion) => value}
        >
          <Search
            aria-hidden
            className="pointer-events-none absolute top-[9px] left-[9px] !size-3.5 text-ink-3 pointer-coarse:top-[13px]"
          />
          <Autocomplete.Input
            ref={input}
            aria-label="Search mail"
            placeholder="Search mail"
            autoFocus={autoFocus}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={limits.queryLength}
            enterKeyHint="search"
            onFocus={() => setOpen(true)}
            onKeyDown={(event) => {
              if (event.key === 'Escape' && !open) {
                setText(searched)
                event.currentTarget.blur()
              }
            }}
            className="h-8 w-full min-w-0 rounded-md border border-line bg-surface pr-8 pl-[30px] text-md text-ink placeholder:text-ink-3 hover:border-line-strong pointer-coarse:h-10 pointer-coarse:text-[16px]"
          />
          <Autocomplete.Portal>
            <Autocomplete.Positioner sideOffset={4} align="start" className="z-40 outline-none">
              <Autocomplete.Popup className="popup w-[max(340px,var(--anchor-width))] max-w-[92vw] overflow-hidden rounded-lg border border-line-strong bg-raised p-1 shadow-float outline-none">
                <Autocomplete.List>
                  {(item: Suggestion) => <SuggestionItem key={item.value} item={item} />}
                </Autocomplete.List>
                {text.trim() === '' && recent.length > 0 && (
                  <button
                    type="button"
                    className="mt-1 h-7 w-full rounded-sm px-2 text-left text-xs text-ink-3 hover:bg-raised-hover hover:text-ink pointer-coarse:h-10"
                    onClick={forgetSearches}
                  >
                    Forget recent searches
                  </button>
                )}
              </Autocomplete.Popup>
            </Autocomplete.Positioner>
          </Autocomplete.Portal>
        </Autocomplete.Root>
        {/* Enter submits a form with several fields, of which one is hidden, only by its button. */}
        <button type="submit" hidden>
          Search
        </button>
      </form>
      {text === '' ? (
        <span
          aria-hidden
          className="pointer-events-none absolute top-[7px] right-2 pointer-coarse:hidden"
        >
          <Kbd>/</Kbd>
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
          <X aria-hidden className="!size-3.5" />
        </button>
      )}
    </div>
  )
}

function SuggestionItem({ item }: { item: Suggestion }) {
  return (
    <Autocomplete.Item
      value={item}
      className={classNames(
        'flex h-8 items-center gap-3 rounded-sm px-2 select-none outline-none pointer-coarse:h-10',
        'data-highlighted:bg-raised-hover',
      )}
    >
      {item.hint === '' && <History aria-hidden className="!size-3.5 text-ink-3" />}
      <span className="min-w-0 truncate">{item.label}</span>
      <span className="ml-auto flex-none truncate text-xs text-ink-3">{item.hint}</span>
    </Autocomplete.Item>
  )
}

/** Before anything is typed: what was searched for lately, else what can be written. */
const startingWith = (recent: readonly string[]): readonly Suggestion[] =>
  recent.length > 0
    ? recent.map((search) => ({ value: search, label: search, hint: '' }))
    : operatorNames
