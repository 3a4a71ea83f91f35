import { SelectField } from '../../ui/forms/select-field.tsx'
import { useInboxes } from './use-inboxes.ts'

type InboxFieldProps = {
  team: number
  /** What no choice means: 'Every inbox'. */
  all: string
  /** The id of an inbox. */
  value: number | null | undefined
  onValueChange: (inbox: number | null) => void
  error?: string | undefined
}

/** A choice of one inbox or of all. It is not there where a team has only one. */
export function InboxField({ team, all, value, onValueChange, error }: InboxFieldProps) {
  const { data: inboxes = [] } = useInboxes(team)
  if (inboxes.length < 2) return null
  return (
    <SelectField
      label="Inbox"
      value={String(value ?? 0)}
      options={[
        { value: '0', label: all },
        ...inboxes.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      onValueChange={(id) => onValueChange(Number(id) || null)}
      error={error}
    />
  )
}
