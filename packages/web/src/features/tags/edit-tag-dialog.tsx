import { tagColor, tagField, type Tag } from '@mailstop/contract'
import { useState } from 'react'
import { z } from 'zod'
import { ApiError } from '../../lib/api/api-error.ts'
import { useSchemaForm } from '../../lib/form.ts'
import { DialogForm } from '../../ui/forms/dialog-form.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { Notice } from '../../ui/pages/notice.tsx'
import { Dialog } from '../../ui/popups/dialog.tsx'
import { toast } from '../../ui/popups/toast.ts'
import { ColorDot } from '../../ui/texts/tag-dot.tsx'
import { useTagChanges } from './use-tags.ts'

type EditTagDialogProps = {
  team: number
  /** Null while the dialog is closed. */
  tag: Tag | null
  onClose: () => void
}

/** Renames a tag and chooses its color. */
export function EditTagDialog({ team, tag, onClose }: EditTagDialogProps) {
  return (
    <Dialog
      open={tag !== null}
      onOpenChange={(next) => !next && onClose()}
      title="Edit tag"
      description="A new name changes the tag on all messages and in the rules."
    >
      {tag && <EditTagForm team={team} tag={tag} onDone={onClose} />}
    </Dialog>
  )
}

const schema = z.object({ name: tagField, color: z.union([tagColor, z.literal('')]) })
const choices = ['', ...tagColor.options] as const

function EditTagForm({ team, tag, onDone }: { team: number; tag: Tag; onDone: () => void }) {
  const { changeTag } = useTagChanges(team)
  /** The name of another tag, with which it becomes one when the form is sent again. */
  const [other, setOther] = useState<string | null>(null)
  const form = useSchemaForm(
    schema,
    { name: tag.name, color: tag.color ?? '' },
    async ({ name, color }) => {
      const isNew = name !== tag.name
      try {
        await changeTag(tag.name, {
          ...(isNew && { name, merge: name === other }),
          ...((!isNew || color !== (tag.color ?? '')) && { color: color || null }),
        })
      } catch (error) {
        const isTaken = error instanceof ApiError && error.status === 409
        if (!isNew || !isTaken || name === other) throw error
        setOther(name)
        return
      }
      toast.success(isNew ? `Tag renamed to ${name}` : 'Color changed')
      onDone()
    },
  )
  return (
    <DialogForm form={form} action={other === null ? 'Save' : 'Merge'} onCancel={onDone}>
      <TextField
        label="Name"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...form.field('name', { onChange: () => setOther(null) })}
      />
      <fieldset>
        <legend className="mb-1.5 text-sm font-[550]">Color</legend>
        <div className="flex flex-wrap gap-1">
          {choices.map((color) => (
            <label
              key={color}
              className="flex h-8 items-center gap-1.5 rounded-md border border-line px-2.5 text-sm text-ink-2 select-none has-checked:border-accent has-checked:text-ink forced-colors:has-checked:border-4 has-focus-visible:outline-2 has-focus-visible:outline-accent hover:bg-raised-hover pointer-coarse:h-10"
            >
              <input type="radio" value={color} className="sr-only" {...form.register('color')} />
              <ColorDot color={color === '' ? null : color} />
              {color === '' ? 'None' : color[0]?.toUpperCase() + color.slice(1)}
            </label>
          ))}
        </div>
      </fieldset>
      {other !== null && (
        <Notice>
          There is a tag {other} already. All messages tagged {tag.name} get it instead, which
          cannot be undone.
        </Notice>
      )}
    </DialogForm>
  )
}
