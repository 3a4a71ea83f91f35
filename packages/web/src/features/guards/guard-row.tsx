import type { Guard } from '@mailstop/contract'
import { useMutation } from '@tanstack/react-query'
import { Pencil, Trash2 } from 'lucide-react'
import { errorText } from '../../lib/api/api-error.ts'
import { guardPath } from '../../lib/paths/guard-search.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { TextLink } from '../../ui/buttons/text-link.tsx'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { toast } from '../../ui/popups/toast.ts'
import { guardRules, settingsText } from './guard-fields.ts'
import { useGuardChanges } from './use-guards.ts'

type GuardRowProps = {
  team: number
  name: string
  title: string
  /** Null: it was never switched on. */
  guard: Guard | null
  isOwn?: boolean
  onEdit: () => void
}

/** A guard as a switch. To switch it on asks first what it would mark. */
export function GuardRow({ team, name, title, guard, isOwn = false, onEdit }: GuardRowProps) {
  const changes = useGuardChanges(team)
  const onError = (error: unknown) => toast.error(errorText(error))
  const switchOff = useMutation({
    mutationFn: async () => guard && changes.change(guard, { on: false }),
    onSuccess: () => toast.success(`${name} is off`),
    onError,
  })
  const removal = useMutation({
    mutationFn: async () => guard && changes.remove(guard),
    onSuccess: () => toast.success(`${name} removed`),
    onError,
  })
  const isOn = guard?.on ?? false
  const details = guard
    ? [
        isOwn ? guardRules[guard.demand.rule].label : '',
        settingsText(guard.demand),
        guard.except === null ? '' : `except ${guard.except}`,
      ]
    : []
  return (
    <li className="flex min-h-11 items-center gap-2 border-b border-line py-1.5 pr-2 pl-3 last:border-b-0">
      <div className="grid min-w-0 flex-1 gap-0.5">
        <Checkbox
          role="switch"
          aria-checked={isOn}
          label={<span className="text-md font-[550] text-ink">{title}</span>}
          checked={isOn}
          disabled={switchOff.isPending}
          onChange={() => (isOn ? switchOff.mutate() : onEdit())}
        />
        <p className="m-0 pl-6 text-sm [overflow-wrap:anywhere] text-ink-3">
          <TextLink to={guardPath(name)}>{`guard:${name}`}</TextLink>
          {details.filter(Boolean).map((detail) => (
            <span key={detail}> · {detail}</span>
          ))}
        </p>
      </div>
      {guard && <IconButton label={`Edit guard ${name}`} icon={<Pencil />} onClick={onEdit} />}
      {isOwn && (
        <IconButton
          label={`Remove guard ${name}`}
          icon={<Trash2 />}
          loading={removal.isPending}
          onClick={() => removal.mutate()}
        />
      )}
    </li>
  )
}
