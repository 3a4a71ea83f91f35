import { TagDot } from '../../../ui/texts/tag-dot.tsx'

const mostShown = 2

/**
 * The tags of a mail on its row. A click on one is a click on the row's link, which asks `clickedTag`: a
 * link cannot hold another. By keyboard, the open mail has links to them.
 */
export function RowTags({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return null
  const hidden = tags.length - mostShown
  return (
    <span
      title={tags.join(', ')}
      className="flex max-w-[45%] min-w-0 flex-none items-center gap-1 text-xs leading-4"
    >
      <span className="sr-only">Tags: {tags.join(', ')}</span>
      {tags.slice(0, mostShown).map((tag) => (
        <span
          key={tag}
          aria-hidden
          data-tag={tag}
          className="min-w-0 truncate rounded-sm border border-line-strong bg-surface px-1 text-ink-2 hover:border-ink-3 hover:text-ink"
        >
          <TagDot tag={tag} />
          {tag}
        </span>
      ))}
      {hidden > 0 && (
        <span aria-hidden className="num flex-none text-ink-3">
          +{hidden}
        </span>
      )}
    </span>
  )
}

/** The tag on a row that was clicked; null when something else was. */
export const clickedTag = (target: EventTarget): string | null =>
  target instanceof Element
    ? (target.closest<HTMLElement>('[data-tag]')?.dataset['tag'] ?? null)
    : null
