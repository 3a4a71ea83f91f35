import { Autocomplete } from '@base-ui/react/autocomplete'
import { CircleQuestionMark, History, Tags, X } from 'lucide-react'
import { useRef, useState, type ComponentProps, type KeyboardEvent } from 'react'
import { offeredCommand, tagMatches, tagMatchesLabel } from '../../lib/keys/commands.ts'
import { classNames } from '../../ui/class-names.ts'
import { KeyHint } from '../../ui/buttons/key-hint.tsx'
import { useSuggestedPeople } from './people-suggestions.ts'
import { useSuggestedTags } from './tag-suggestions.ts'
import { forgetSearch, forgetSearches, useRecentSearches } from './recent-searches.ts'
import { allOperators, firstSuggestions, suggestionsFor } from './search-suggestions.ts'
import type { Suggestion } from './search-suggestions.ts'

type SuggestingInputProps = {
  team: number | null
  inboxes: readonly string[]
  inputProps: ComponentProps<'input'>
  text: string
  /** What the inbox has been searched for. */
  searched: string
  onText: (text: string) => void
  onSubmit: (query: string) => void
  /** Where in the page the suggestions lie; null until that is there. */
  container: HTMLElement | null
  /** Escape: it also closes what is open. */
  onLeave: () => void
  onFocus: () => void
  onBlur: () => void
}

/** The search's input with what may come next below it: operators, values, people, recent searches. */
export function SuggestingInput(props: SuggestingInputProps) {
  const {
    team,
    inboxes,
    inputProps,
    text,
    searched,
    onText,
    onSubmit,
    container,
    onLeave,
    onFocus,
    onBlur,
  } = props
  const [isWanted, setOpen] = useState(false)
  const [isTyping, setTyping] = useState(false)
  const [isHelp, setHelp] = useState(false)
  const highlighted = useRef<Suggestion>(undefined)
  const recent = useRecentSearches(team)
  const people = useSuggestedPeople(team, text)
  const tags = useSuggestedTags(team, text)
  const isEmpty = text.trim() === ''
  const items = isHelp
    ? allOperators(text, inboxes)
    : isEmpty
      ? startingWith(recent)
      : [...suggestionsFor(text, inboxes), ...people, ...tags]
  const tagging = isEmpty || text.trim() !== searched ? undefined : offeredCommand(tagMatches)
  // What is offered for a whole search alone does not cover the mail that is found while one types.
  const open = isWanted && (items.length > 0 || (tagging !== undefined && !isTyping))
  const showsRecent = isEmpty && !isHelp && recent.length > 0

  function choose({ value }: Suggestion) {
    onText(value)
    setHelp(false)
    // A recent search is whole; an operator still waits for its value.
    const isWhole = recent.includes(value)
    setOpen(!isWhole)
    if (isWhole) onSubmit(value)
  }

  function forget({ value }: Suggestion) {
    if (team !== null) forgetSearch(team, value)
  }

  function onKeyDown(event: KeyboardEvent) {
    const { key, shiftKey } = event
    if (key === 'F1' || (key === '?' && isEmpty)) {
      event.preventDefault()
      setHelp(!isHelp || !open)
      setOpen(true)
    } else if (key === 'Delete' && shiftKey && showsRecent && highlighted.current) {
      event.preventDefault()
      forget(highlighted.current)
    } else if (key === 'Escape') onLeave()
  }

  return (
    <Autocomplete.Root
      items={items}
      mode="none"
      value={text}
      open={open}
      onItemHighlighted={(item) => {
        highlighted.current = item
      }}
      onOpenChange={(next, { reason }) => {
        // What a choice leaves open, `choose` knows. The emptied field shows what can be written.
        if (reason === 'item-press' || reason === 'input-clear') return
        setOpen(next)
        if (!next) setHelp(false)
      }}
      onValueChange={(next) => {
        onText(next)
        setTyping(true)
        setHelp(false)
        setOpen(true)
      }}
      itemToStringValue={({ value }: Suggestion) => value}
    >
      <Autocomplete.Input
        {...inputProps}
        onFocus={() => {
          onFocus()
          setTyping(false)
          setOpen(true)
        }}
        onBlur={() => {
          onBlur()
          setOpen(false)
          setHelp(false)
        }}
        onKeyDown={onKeyDown}
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
            <div
              className={classNames(
                'max-w-[92vw] overflow-hidden rounded-lg border border-line-strong bg-raised p-1 shadow-float',
                // The help shows its examples whole.
                isHelp
                  ? 'w-[max(560px,var(--anchor-width))]'
                  : 'w-[max(340px,var(--anchor-width))]',
              )}
            >
              <Autocomplete.List
                aria-label="Suggestions"
                className="max-h-[min(60vh,540px)] overflow-y-auto"
              >
                {(item: Suggestion) => (
                  <SuggestionItem
                    key={item.value}
                    item={item}
                    onChoose={() => choose(item)}
                    {...(showsRecent ? { onForget: () => forget(item) } : {})}
                  />
                )}
              </Autocomplete.List>
              {isHelp && <Combining />}
              {!isHelp && (
                <div className="mt-1 flex flex-wrap items-center gap-1 border-t border-line pt-1">
                  {showsRecent && (
                    <FooterButton onClick={() => team !== null && forgetSearches(team)}>
                      Forget recent searches
                    </FooterButton>
                  )}
                  {tagging && (
                    <FooterButton
                      onClick={() => {
                        onLeave()
                        tagging.run()
                      }}
                    >
                      <Tags className="!size-3.5" />
                      {tagMatchesLabel}
                    </FooterButton>
                  )}
                  <FooterButton className="ml-auto" onClick={() => setHelp(true)}>
                    <CircleQuestionMark className="!size-3.5" />
                    All operators <KeyHint keys="F1" />
                  </FooterButton>
                </div>
              )}
            </div>
          </Autocomplete.Positioner>
        </Autocomplete.Portal>
      )}
    </Autocomplete.Root>
  )
}

type SuggestionItemProps = { item: Suggestion; onChoose: () => void; onForget?: () => void }

function SuggestionItem({ item, onChoose, onForget }: SuggestionItemProps) {
  return (
    <Autocomplete.Item
      value={item}
      onClick={onChoose}
      className={classNames(
        'group flex h-8 items-center gap-3 rounded-sm px-2 select-none outline-none pointer-coarse:h-10',
        'data-highlighted:bg-raised-hover',
      )}
    >
      {onForget && <History className="!size-3.5 flex-none text-ink-3" />}
      <span className="min-w-0 flex-none truncate max-w-[75%]">{item.label}</span>
      <span className="ml-auto min-w-0 truncate text-xs text-ink-3 group-data-highlighted:text-ink-2">
        {item.hint}
      </span>
      {onForget && (
        // Only the pointer uses it, as an option holds no button. Shift-Delete does the same.
        <span
          aria-hidden
          title="Forget this search (Shift-Delete)"
          className="-mr-1 grid size-6 flex-none place-items-center rounded-sm text-ink-3 hover:text-ink pointer-coarse:size-9"
          onClick={(event) => {
            event.stopPropagation()
            onForget()
          }}
        >
          <X className="!size-3.5" />
        </span>
      )}
    </Autocomplete.Item>
  )
}

function FooterButton({ className = '', ...props }: ComponentProps<'button'>) {
  return (
    <button
      type="button"
      tabIndex={-1}
      {...props}
      className={classNames(
        'flex h-7 items-center gap-1.5 rounded-sm px-2 text-left text-xs whitespace-nowrap text-ink-3 hover:bg-raised-hover hover:text-ink pointer-coarse:h-10',
        className,
      )}
    />
  )
}

const combining = [
  ['two words', 'Both of them'],
  ['one OR other', 'Either of them'],
  ['-word', 'Without it'],
  ['"two words"', 'Next to each other'],
  ['(one OR other) third', 'Grouped'],
] as const

/** How the parts of a search go together. */
function Combining() {
  return (
    <dl className="mt-1 border-t border-line px-2 py-1.5">
      {combining.map(([written, meaning]) => (
        <div key={written} className="flex h-6 items-center justify-between gap-3">
          <dt className="font-mono text-xs">{written}</dt>
          <dd className="text-xs text-ink-3">{meaning}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Before anything is typed: what was searched for before, else what can be written. */
const startingWith = (recent: readonly string[]): readonly Suggestion[] =>
  recent.length > 0
    ? recent.map((search) => ({ value: search, label: search, hint: '' }))
    : firstSuggestions
