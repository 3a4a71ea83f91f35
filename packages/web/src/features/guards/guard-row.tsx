import type { Guard, GuardDemand } from '@mailstop/contract'
import { Pencil, Trash2 } from 'lucide-react'
import { useSaid } from '../../lib/api/use-said.ts'
import { MissingInboxes } from '../../lib/inboxes/missing-inboxes.tsx'
import { guardPath } from '../../lib/paths/guard-search.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { TextLink } from '../../ui/buttons/text-link.tsx'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { guardRules, searchesOf, settingsText } from './guard-fields.ts'
import { useGuardChanges } from './use-guards.ts'

export type ListedGuard = {
  /** Null for one that was never switched on. */
  guard: Guard | null
  name: string
  title: string
  demand: GuardDemand
  /** Its name and its rule are the team's own. */
  isOwn: boolean
}

type GuardRowProps = { team: number; listed: ListedGuard; onEdit: () => void }

/** A guard as a switch. To switch it on asks first what it would mark. */
export function GuardRow({ team, listed, onEdit }: GuardRowProps) {
  const { guard, name, title, demand, isOwn } = listed
  const changes = useGuardChanges(team)
  const { mutate, isPending } = useSaid(async (end: 'is off' | 'removed') => {
    if (guard) {
      await (end === 'removed' ? changes.remove(guard) : changes.change(guard, { on: false }))
    }
    return `${name} ${end}`
  })
  const isOn = guard?.on ?? false
  const details = guard && [
    isOwn && guardRules[demand.rule].label,
    settingsText(demand),
    guard.except !== null && `except ${guard.except}`,
  ]
  return (
    <li className="flex min-h-11 items-center gap-2 border-b border-line py-1.5 pr-2 pl-3 last:border-b-0">
      <div className="grid min-w-0 flex-1 gap-0.5">
        <Checkbox
          role="switch"
          aria-checked={isOn}
          label={<span className="text-md font-[550] text-ink">{title}</span>}
          checked={isOn}
          disabled={isPending}
          onChange={() => (isOn ? mutate('is off') : onEdit())}
        />
        <p className="m-0 pl-6 text-sm [overflow-wrap:anywhere] text-ink-3">
          <TextLink to={guardPath(name)}>{`guard:${name}`}</TextLink>
          {details?.filter(Boolean).map((detail) => ` · ${detail}`)}
        </p>
        {guard && (
          <div className="pl-6">
            <MissingInboxes team={team} searches={searchesOf(guard)} />
          </div>
        )}
      </div>
      {guard && <IconButton label={`Edit guard ${name}`} icon={<Pencil />} onClick={onEdit} />}
      {isOwn && (
        <IconButton
          label={`Remove guard ${name}`}
          icon={<Trash2 />}
          loading={isPending}
          onClick={() => mutate('removed')}
        />
      )}
    </li>
  )
}
