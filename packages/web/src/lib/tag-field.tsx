import { Combobox } from '@base-ui/react/combobox'
import { limits, readTag, tagKey, tagRule, type Tag } from '@mailstop/contract'
import { X } from 'lucide-react'
import { useRef, useState } from 'react'
import { FormField } from '../ui/forms/form-field.tsx'
import { TagDot } from '../ui/texts/tag-dot.tsx'

type TagFieldProps = {
  field: ReturnType<typeof useTagField>
  /** The tags of the team. */
  known: readonly Tag[]
}

/** The tags that somebody enters. */
export function useTagField(initial: readonly string[] = []) {
  const [tags, setTags] = useState([...initial])
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()

  /** Makes texts tags of the field, and returns all of these; null when one of the texts is no tag. */
  function take(texts: readonly string[]): string[] | null {
    const read = texts.filter((one) => one.trim() !== '').map(readTag)
    const valid = read.filter((tag) => tag !== null)
    const all = [...tags, ...valid]
    const next = all.filter((tag, at) => all.findIndex((one) => tagKey(one) === tagKey(tag)) === at)
    if (valid.length < read.length) setProblem(tagRule)
    else if (next.length > limits.tagsPerMail) setProblem(`Enter at most ${limits.tagsPerMail}`)
    else {
      setTags(next)
      setText('')
      return next
    }
    return null
  }

  return {
    tags,
    /** What is being typed. */
    text,
    problem,
    change(next: string[]) {
      setTags(next)
      if (next.length > tags.length) setText('')
    },
    type(next: string) {
      setProblem(undefined)
      const parts = next.split(',')
      if (parts.length === 1 || take(parts) === null) setText(next)
    },
    /** Enter with a text, and no suggestion chosen. */
    enter: () => void take([text]),
    /** All tags with what is being typed; null after showing why there are none. */
    read(): string[] | null {
      const all = take([text])
      if (all?.length !== 0) return all
      setProblem('Enter a tag')
      return null
    },
  }
}

/** As many as somebody looks through; more are found by typing. */
const mostOffered = 50

/** Tags as chips, with those of the team that match what is typed. */
export function TagField({ field, known }: TagFieldProps) {
  const { tags, text, problem } = field
  const [container, setContainer] = useState<HTMLElement | null>(null)
  const highlighted = useRef<string>(undefined)
  const group = useRef<HTMLDivElement>(null)
  const chosen = new Set(tags.map(tagKey))
  const offered = known.filter(({ name }) => !chosen.has(tagKey(name)))
  const totals = new Map(offered.map(({ name, total }) => [name, total]))
  return (
    <FormField
      label="Tags"
      error={problem}
      hint="Enter or a comma adds a tag, Backspace removes it."
    >
      {(control) => (
        <Combobox.Root
          multiple
          items={offered.map(({ name }) => name)}
          limit={mostOffered}
          value={tags}
          inputValue={text}
          onItemHighlighted={(name) => {
            highlighted.current = name
          }}
          onInputValueChange={(next, { reason }) => {
            // What was typed stays when the suggestions close.
            if (reason === 'input-change' || reason === 'item-press') field.type(next)
          }}
          onValueChange={(next, details) => {
            // Escape closes the dialog, and does not empty the field first.
            if (details.reason === 'escape-key') details.allowPropagation()
            else field.change(next)
          }}
        >
          <Combobox.InputGroup
            ref={group}
            className="flex min-h-9 flex-wrap items-center gap-1 rounded-md border border-line-strong bg-surface p-1 transition-colors focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-accent hover:border-ink-3 has-aria-invalid:border-danger"
          >
            <Combobox.Chips className="contents">
              {tags.map((tag) => (
                <Combobox.Chip
                  key={tag}
                  aria-label={tag}
                  className="flex max-w-full min-w-0 items-center rounded-sm border border-line-strong bg-hover pl-1.5 text-sm leading-[24px] outline-none focus-within:border-accent data-highlighted:border-accent pointer-coarse:leading-[38px]"
                >
                  <span className="truncate">
                    <TagDot tag={tag} />
                    {tag}
                  </span>
                  <Combobox.ChipRemove
                    aria-label={`Take ${tag} away`}
                    className="grid size-6 flex-none place-items-center rounded-sm text-ink-3 hover:text-ink pointer-coarse:size-10"
                  >
                    <X aria-hidden className="!size-3" />
                  </Combobox.ChipRemove>
                </Combobox.Chip>
              ))}
              <Combobox.Input
                {...control}
                autoCapitalize="none"
                spellCheck={false}
                className="h-[26px] min-w-24 flex-1 bg-transparent px-1.5 text-md outline-none pointer-coarse:h-10 pointer-coarse:text-[16px]"
                onKeyDown={(event) => {
                  if (event.key !== 'Enter' || text.trim() === '' || highlighted.current) return
                  event.preventDefault()
                  event.preventBaseUIHandler()
                  field.enter()
                }}
              />
            </Combobox.Chips>
          </Combobox.InputGroup>
          <div ref={setContainer} />
          <Combobox.Portal container={container}>
            <Combobox.Positioner anchor={group} sideOffset={4} align="start" className="z-50">
              {/* The library's own popup would hide the rest of the dialog from screen readers. */}
              <div className="max-h-[min(40vh,var(--available-height))] w-(--anchor-width) overflow-y-auto rounded-lg border border-line-strong bg-raised p-1 shadow-float has-data-empty:hidden">
                <Combobox.List aria-label="Tags of the team">
                  {(name: string) => (
                    <Combobox.Item
                      key={name}
                      value={name}
                      className="flex min-h-8 items-center gap-3 rounded-sm px-2 outline-none select-none data-highlighted:bg-raised-hover pointer-coarse:min-h-10"
                    >
                      <span className="min-w-0 flex-1 truncate">
                        <TagDot tag={name} />
                        {name}
                      </span>
                      <span className="num flex-none text-xs text-ink-3">
                        {totals.get(name)?.toLocaleString('en')}
                      </span>
                    </Combobox.Item>
                  )}
                </Combobox.List>
              </div>
            </Combobox.Positioner>
          </Combobox.Portal>
        </Combobox.Root>
      )}
    </FormField>
  )
}
