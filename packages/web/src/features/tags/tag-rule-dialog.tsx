import { countText, limits, updateMails, type TaggingRule } from '@mailstop/contract'
import { useRef, useState } from 'react'
import { z } from 'zod'
import { call } from '../../lib/api/api-client.ts'
import { errorText } from '../../lib/api/api-error.ts'
import { useSchemaForm } from '../../lib/form.ts'
import { withTimeZone } from '../../lib/time-zone.ts'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { DialogForm } from '../../ui/forms/dialog-form.tsx'
import { TagField, useTagField } from '../../lib/tag-field.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { Dialog } from '../../ui/popups/dialog.tsx'
import { toast } from '../../ui/popups/toast.ts'
import { useTagChanges, useTags } from './use-tags.ts'

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

const schema = z.object({ search: z.string().trim().min(1).max(limits.queryLength) })

type TagRuleFormProps = EditedRule & { team: number; onDone: () => void }

function TagRuleForm({ team, rule, search, onDone }: TagRuleFormProps) {
  const { addRule, changeRule } = useTagChanges(team)
  const [alsoNow, setAlsoNow] = useState(false)
  const { data: known = [] } = useTags(team)
  const field = useTagField(rule?.tags)
  const read = useRef<string[]>([])
  const form = useSchemaForm(schema, { search }, async ({ search: q }) => {
    const tags = read.current
    const body = { search: q, tags }
    await (rule ? changeRule(rule, body) : addRule(body))
    onDone()
    if (!alsoNow) toast.success(rule ? 'Rule changed' : 'Rule added')
    else {
      const query = withTimeZone({ q })
      const tagged = { params: { team: String(team) }, query, body: { add_tags: tags } }
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
  })
  const onSubmit: typeof form.onSubmit = (event) => {
    const tags = field.read()
    read.current = tags ?? []
    if (tags) form.onSubmit(event)
    else event.preventDefault()
  }
  return (
    <DialogForm form={{ ...form, onSubmit }} action={rule ? 'Save' : 'Add rule'} onCancel={onDone}>
      <TagField field={field} known={known} />
      <TextField
        label="Search"
        placeholder="from:billing subject:invoice"
        maxLength={limits.queryLength}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
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
