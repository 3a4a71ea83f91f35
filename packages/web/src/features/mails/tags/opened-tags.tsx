import { Plus, X } from 'lucide-react'
import { Link } from 'react-router'
import { tagPath } from '../../../lib/paths/tag-search.ts'
import { TagDot } from '../../../ui/texts/tag-dot.tsx'
import { useTagging } from './use-tagging.ts'

type OpenedTagsProps = {
  team: number
  mail: number
  tags: readonly string[]
  /** Asks for a tag to add. */
  onTag: () => void
}

const button =
  'touch-area grid size-5 flex-none place-items-center rounded-sm text-ink-3 hover:bg-hover hover:text-ink'

/** The tags of the open mail: each leads to all mail with it, and can be removed. */
export function OpenedTags({ team, mail, tags, onTag }: OpenedTagsProps) {
  const change = useTagging(team)
  if (tags.length === 0) return null
  return (
    <ul aria-label="Tags" className="m-0 mt-2 flex list-none flex-wrap items-center gap-1.5 p-0">
      {tags.map((tag) => (
        <li
          key={tag}
          className="flex min-w-0 items-center rounded-sm border border-line-strong text-sm leading-5"
        >
          <Link
            to={tagPath(tag)}
            title={`All mail tagged ${tag}`}
            className="min-w-0 truncate rounded-sm pl-1.5 text-ink-2 hover:text-accent hover:underline"
          >
            <TagDot tag={tag} />
            {tag}
          </Link>
          <button
            type="button"
            aria-label={`Remove tag ${tag}`}
            title="Remove"
            className={button}
            onClick={() => void change({ ids: [mail] }, { remove_tags: [tag] })}
          >
            <X aria-hidden className="!size-3" />
          </button>
        </li>
      ))}
      <li className="flex">
        <button
          type="button"
          aria-label="Add a tag"
          title="Add a tag"
          className={button}
          onClick={onTag}
        >
          <Plus aria-hidden className="!size-3.5" />
        </button>
      </li>
    </ul>
  )
}
