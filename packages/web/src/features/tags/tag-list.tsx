import { countText, tagKey, type Tag } from '@mailstop/contract'
import { useMutation } from '@tanstack/react-query'
import { Pencil, Tags, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { tagPath } from '../../lib/paths/tag-search.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { EmptyState } from '../../ui/pages/empty-state.tsx'
import { LoadError } from '../../ui/pages/load-error.tsx'
import { Skeleton } from '../../ui/pages/skeleton.tsx'
import { ConfirmDialog } from '../../ui/popups/confirm-dialog.tsx'
import { toast } from '../../ui/popups/toast.ts'
import { ColorDot } from '../../ui/texts/tag-dot.tsx'
import { EditTagDialog } from './edit-tag-dialog.tsx'
import { useTagChanges, useTags } from './use-tags.ts'

/** More rows are found by typing. */
const mostShown = 30

/** All tags of a team, each to be edited or deleted. */
export function TagList({ team }: { team: number }) {
  const tags = useTags(team)
  const [text, setText] = useState('')
  const [edited, setEdited] = useState<Tag | null>(null)
  const [deleted, setDeleted] = useState<Tag | null>(null)
  const found = tags.data?.filter(({ name }) => tagKey(name).includes(tagKey(text.trim()))) ?? []
  return (
    <>
      {(tags.data?.length ?? 0) > 10 && (
        <div className="mb-3 max-w-[340px]">
          <TextField
            label="Find a tag"
            autoComplete="off"
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        </div>
      )}
      <div className="rounded-lg border border-line bg-surface">
        {tags.isPending && <RowSkeleton />}
        <LoadError query={tags} title="The tags could not be loaded" />
        {tags.data && found.length === 0 && (
          <EmptyState
            icon={<Tags />}
            title={text === '' ? 'No tags yet' : 'No tag has this in its name'}
          >
            Press T on a message, let an app send the header X-Tags, or add a rule below.
          </EmptyState>
        )}
        {found.length > 0 && (
          <ul aria-label="Tags of the team">
            {found.slice(0, mostShown).map((tag) => (
              <TagRow
                key={tag.name}
                tag={tag}
                onEdit={() => setEdited(tag)}
                onDelete={() => setDeleted(tag)}
              />
            ))}
          </ul>
        )}
      </div>
      {found.length > mostShown && (
        <p className="mt-2 text-sm text-ink-3">
          {(found.length - mostShown).toLocaleString('en')} more. Type a part of a name to find
          them.
        </p>
      )}
      <EditTagDialog team={team} tag={edited} onClose={() => setEdited(null)} />
      {deleted && <DeleteTagDialog team={team} tag={deleted} onClose={() => setDeleted(null)} />}
    </>
  )
}

type TagRowProps = { tag: Tag; onEdit: () => void; onDelete: () => void }

function TagRow({ tag, onEdit, onDelete }: TagRowProps) {
  const { name, total, unread, color } = tag
  return (
    <li className="flex min-h-11 items-center gap-2 border-b border-line py-1 pr-2 pl-3 last:border-b-0">
      <Link
        to={tagPath(name)}
        title={`All mail tagged ${name}`}
        className="min-w-0 flex-1 truncate font-[550] hover:text-accent hover:underline"
      >
        <ColorDot color={color} />
        {name}
      </Link>
      <span className="num flex-none text-sm text-ink-3">
        {countText(total)}
        {unread > 0 && `, ${unread.toLocaleString('en')} unread`}
      </span>
      <IconButton label={`Edit tag ${name}`} icon={<Pencil />} onClick={onEdit} />
      <IconButton label={`Delete tag ${name}`} icon={<Trash2 />} onClick={onDelete} />
    </li>
  )
}

type DeleteTagDialogProps = { team: number; tag: Tag; onClose: () => void }

function DeleteTagDialog({ team, tag: { name, total }, onClose }: DeleteTagDialogProps) {
  const { removeTag } = useTagChanges(team)
  const removal = useMutation({
    mutationFn: () => removeTag(name),
    onSuccess() {
      toast.success(`Tag ${name} deleted`)
      onClose()
    },
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Delete the tag ${name}?`}
      action="Delete tag"
      asked={removal}
      onConfirm={() => removal.mutate()}
    >
      It is taken from {countText(total)}, which stay. Rules no longer add it.
    </ConfirmDialog>
  )
}

export function RowSkeleton() {
  return (
    <div role="status" aria-label="Loading" className="flex h-11 items-center px-3">
      <Skeleton className="w-48 max-w-full" />
    </div>
  )
}
