import type { Rule } from '@mailstop/contract'
import { Dialog } from '../../ui/dialog.tsx'
import { RuleForm } from './rule-form.tsx'

type RuleDialogProps = {
  team: number
  open: boolean
  rule: Rule | null
  email: string
  onClose: () => void
}

/** Adds or changes a rule. What was typed is forgotten when the dialog closes. */
export function RuleDialog({ team, open, rule, email, onClose }: RuleDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={rule ? 'Edit rule' : 'Add rule'}
    >
      <RuleForm team={team} rule={rule} email={email} onDone={onClose} />
    </Dialog>
  )
}
