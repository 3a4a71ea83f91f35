import { countText, limits, listTags, readTag, tagKey, tagRule } from '@mailstop/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryKeys, queryOf } from '../../../lib/api/queries.ts'
import { paths } from '../../../lib/paths/paths.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { TextLink } from '../../../ui/buttons/text-link.tsx'
import { Dialog } from '../../../ui/popups/dialog.tsx'
import { TagField } from './tag-field.tsx'
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
  const [tags, setTags] = useState<string[]>([])
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  const change = useTagging(team)
  const { data: known = [] } = useQuery({
    ...queryOf(queryKeys.tags(team), listTags, { params: { team: String(team) } }),
    retry: false,
  })

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

  function apply(name: 'add_tags' | 'remove_tags') {
    const all = take([text])
    if (all === null) return
    if (all.length === 0) {
      setProblem('Enter a tag')
      return
    }
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
      <TagField
        tags={tags}
        text={text}
        known={known}
        problem={problem}
        onTags={setTags}
        onText={(next) => {
          setProblem(undefined)
          const parts = next.split(',')
          if (parts.length === 1 || take(parts) === null) setText(next)
        }}
        onEnter={() => void take([text])}
      />
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
