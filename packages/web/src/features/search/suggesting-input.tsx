import { Autocomplete } from '@base-ui/react/autocomplete'
import { History } from 'lucide-react'
import { useState, type ComponentProps } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { forgetSearches, useRecentSearches } from './recent-searches.ts'
import { firstSuggestions, suggestionsFor, type Suggestion } from './search-suggestions.ts'

type SuggestingInputProps = {
  inputProps: ComponentProps<'input'>
  text: string
  onText: (text: string) => void
  onSubmit: (query: string) => void
  /** Where in the page the suggestions lie; null until that is there. */
  container: HTMLElement | null
  /** Escape, with nothing left to close. */
  onLeave: () => void
}

/** The search's input with what may come next below it: operators, their values, recent searches. */
export function SuggestingInput(props: SuggestingInputProps) {
  const { inputProps, text, onText, onSubmit, container, onLeave } = props
  const [isWanted, setOpen] = useState(false)
  const recent = useRecentSearches()
  const items = text.trim() === '' ? startingWith(recent) : suggestionsFor(text)
  const open = isWanted && items.length > 0

  function choose({ value }: Suggestion) {
    onText(value)
    // A recent search is whole; an operator still waits for its value.
    const isWhole = recent.includes(value)
    setOpen(!isWhole)
    if (isWhole) onSubmit(value)
  }

  return (
    <Autocomplete.Root
      items={items}
      mode="none"
      value={text}
      open={open}
      onOpenChange={(next, { reason }) => {
        // What a choice leaves open, `choose` knows.
        if (reason !== 'item-press') setOpen(next)
      }}
      onValueChange={(next) => {
        onText(next)
        setOpen(true)
      }}
      itemToStringValue={({ value }: Suggestion) => value}
    >
      <Autocomplete.Input
        {...inputProps}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && !open) onLeave()
        }}
      />
      {open && (
        <Autocomplete.Portal container={container}>
          <Autocomplete.Positioner
            sideOffset={4}
            align="start"
            className="z-40"
            // What is pressed here leaves the focus to the input.
            onMouseDown={(event) => event.preventDefault()}
          >
            {/* The library's own popup would hide the rest of the page from screen readers. */}
            <div className="w-[max(340px,var(--anchor-width))] max-w-[92vw] overflow-hidden rounded-lg border border-line-strong bg-raised p-1 shadow-float">
              <Autocomplete.List aria-label="Suggestions">
                {(item: Suggestion) => (
                  <SuggestionItem key={item.value} item={item} onChoose={() => choose(item)} />
                )}
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
            </div>
          </Autocomplete.Positioner>
        </Autocomplete.Portal>
      )}
    </Autocomplete.Root>
  )
}

function SuggestionItem({ item, onChoose }: { item: Suggestion; onChoose: () => void }) {
  return (
    <Autocomplete.Item
      value={item}
      onClick={onChoose}
      className={classNames(
        'flex h-8 items-center gap-3 rounded-sm px-2 select-none outline-none pointer-coarse:h-10',
        'data-highlighted:bg-raised-hover',
      )}
    >
      {item.hint === '' && <History className="!size-3.5 text-ink-3" />}
      <span className="min-w-0 truncate">{item.label}</span>
      <span className="ml-auto flex-none truncate text-xs text-ink-3">{item.hint}</span>
    </Autocomplete.Item>
  )
}

/** Before anything is typed: what was searched for lately, else what can be written. */
const startingWith = (recent: readonly string[]): readonly Suggestion[] =>
  recent.length > 0
    ? recent.map((search) => ({ value: search, label: search, hint: '' }))
    : firstSuggestions
