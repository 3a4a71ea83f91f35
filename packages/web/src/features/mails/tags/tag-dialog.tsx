import { countText, listTags } from '@mailstop/contract'
import { useQuery } from '@tanstack/react-query'
import { queryKeys, queryOf } from '../../../lib/api/queries.ts'
import { paths } from '../../../lib/paths/paths.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { TextLink } from '../../../ui/buttons/text-link.tsx'
import { Dialog } from '../../../ui/popups/dialog.tsx'
import { TagField, useTagField } from '../../../lib/tag-field.tsx'
import { useTagging, type Tagged } from './use-tagging.ts'

type TagDialogProps = {
  team: number
  /** What is tagged, and how many mails that is; null while the dialog is closed. */
  which: (Tagged & { count: number }) | null
  onClose: () => void
}

/** Asks for tags, to add them to mails or to remove them. */
export function TagDialog({ team, which, onClose }: TagDialogProps) {
  return (
    <Dialog
      open={which !== null}
      onOpenChange={(next) => !next && onClose()}
      title={which ? `Tag ${countText(which.count)}` : 'Tag'}
    >
      {which && <TagForm team={team} which={which} onClose={onClose} />}
    </Dialog>
  )
}

function TagForm({ team, which, onClose }: TagDialogProps & { which: Tagged }) {
  const field = useTagField()
  const change = useTagging(team)
  const { data: known = [] } = useQuery({
    ...queryOf(queryKeys.tags(team), listTags, { params: { team: String(team) } }),
    retry: false,
  })

  function apply(name: 'add_tags' | 'remove_tags') {
    const all = field.read()
    if (all === null) return
    onClose()
    void change(which, { [name]: all })
  }

  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        apply('add_tags')
      }}
    >
      <TagField field={field} known={known} />
      <div className="flex items-center justify-end gap-2">
        <span className="mr-auto text-sm">
          <TextLink to={paths.teamTags}>Manage tags</TextLink>
        </span>
        <Button onClick={() => apply('remove_tags')}>Remove</Button>
        <Button type="submit" variant="primary">
          Add
        </Button>
      </div>
    </form>
  )
}
