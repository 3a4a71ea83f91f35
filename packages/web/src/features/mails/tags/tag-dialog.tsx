import { countText, limits, listTags, readTag, tagRule } from '@mailstop/contract'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { queryKeys, queryOf } from '../../../lib/api/queries.ts'
import { paths } from '../../../lib/paths/paths.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { TextLink } from '../../../ui/buttons/text-link.tsx'
import { Dialog } from '../../../ui/popups/dialog.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
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
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  const listId = useId()
  const change = useTagging(team)
  const { data: known = [] } = useQuery({
    ...queryOf(queryKeys.tags(team), listTags, { params: { team: String(team) } }),
    retry: false,
  })

  function apply(name: 'add_tags' | 'remove_tags') {
    const read = readTags(text)
    if ('problem' in read) {
      setProblem(read.problem)
      return
    }
    onClose()
    void change(which, { [name]: read.tags })
  }

  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        apply('add_tags')
      }}
    >
      <TextField
        label="Tags"
        value={text}
        error={problem}
        hint="Separate several tags by commas."
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        list={listId}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setProblem(undefined)
        }}
      />
      <datalist id={listId}>
        {known.slice(0, mostOffered).map(({ name }) => (
          <option key={name}>{name}</option>
        ))}
      </datalist>
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

const mostOffered = 200

function readTags(text: string): { tags: string[] } | { problem: string } {
  const written = text.split(',').filter((part) => part.trim() !== '')
  const tags = written.map(readTag).filter((tag) => tag !== null)
  if (tags.length < written.length) return { problem: tagRule }
  if (tags.length === 0) return { problem: 'Enter a tag' }
  if (tags.length > limits.tagsPerMail) return { problem: `Enter at most ${limits.tagsPerMail}` }
  return { tags }
}
