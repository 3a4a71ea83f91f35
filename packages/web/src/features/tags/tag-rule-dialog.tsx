import {
  countText,
  limits,
  readTag,
  tagRule,
  updateMails,
  type TaggingRule,
} from '@mailstop/contract'
import { useState } from 'react'
import { z } from 'zod'
import { call } from '../../lib/api/api-client.ts'
import { errorText } from '../../lib/api/api-error.ts'
import { useSchemaForm } from '../../lib/form.ts'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { DialogForm } from '../../ui/forms/dialog-form.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { Dialog } from '../../ui/popups/dialog.tsx'
import { toast } from '../../ui/popups/toast.ts'
import { useTagChanges } from './use-tags.ts'

/** A rule that is changed, or the search of a new one. */
export type EditedRule = { rule: TaggingRule | null; search: string }

type TagRuleDialogProps = {
  team: number
  /** Null while the dialog is closed. */
  edited: EditedRule | null
  onClose: () => void
}

/** Asks which tags the mail of a search gets. */
export function TagRuleDialog({ team, edited, onClose }: TagRuleDialogProps) {
  return (
    <Dialog
      open={edited !== null}
      onOpenChange={(next) => !next && onClose()}
      title={edited?.rule ? 'Edit rule' : 'Tag what matches from now on'}
      description="Messages that arrive and that this search finds get the tags, for everyone in the team."
    >
      {edited && <TagRuleForm team={team} {...edited} onDone={onClose} />}
    </Dialog>
  )
}

const schema = z.object({
  search: z.string().trim().min(1).max(limits.queryLength),
  tags: z.string().transform((text, { addIssue }) => {
    const written = text.split(',').filter((part) => part.trim() !== '')
    const tags = written.map(readTag).filter((tag) => tag !== null)
    if (tags.length < written.length) addIssue(tagRule)
    else if (tags.length === 0) addIssue('Enter a tag')
    else if (tags.length > limits.tagsPerMail) addIssue(`Enter at most ${limits.tagsPerMail}`)
    return tags
  }),
})

type TagRuleFormProps = EditedRule & { team: number; onDone: () => void }

function TagRuleForm({ team, rule, search, onDone }: TagRuleFormProps) {
  const { saveRule } = useTagChanges(team)
  const [alsoNow, setAlsoNow] = useState(false)
  const form = useSchemaForm(
    schema,
    { search, tags: rule?.tags.join(', ') ?? '' },
    async ({ search: q, tags }) => {
      await saveRule(rule, { search: q, tags })
      onDone()
      if (!alsoNow) toast.success(rule ? 'Rule changed' : 'Rule added')
      else {
        const tagged = { params: { team: String(team) }, query: { q }, body: { add_tags: tags } }
        try {
          const { count } = await call(updateMails, tagged)
          toast.success(`Rule added, and ${countText(count)} tagged`)
        } catch (error) {
          // The dialog is gone, so it cannot say so.
          toast.error(
            `Rule added, but the messages that match now are not tagged: ${errorText(error)}`,
          )
        }
      }
    },
  )
  const plain = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false }
  return (
    <DialogForm form={form} action={rule ? 'Save' : 'Add rule'} onCancel={onDone}>
      <TextField
        label="Tags"
        hint="Separate several tags by commas."
        {...plain}
        {...form.field('tags')}
      />
      <TextField
        label="Search"
        placeholder="from:billing subject:invoice"
        maxLength={limits.queryLength}
        {...plain}
        {...form.field('search')}
      />
      {rule === null && (
        <Checkbox
          label="Also tag the messages that match now"
          checked={alsoNow}
          onChange={(event) => setAlsoNow(event.currentTarget.checked)}
        />
      )}
    </DialogForm>
  )
}
