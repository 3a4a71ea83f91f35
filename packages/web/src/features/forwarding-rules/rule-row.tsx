import { Collapsible } from '@base-ui/react/collapsible'
import type { Rule } from '@mailstop/contract'
import {
  ChevronDown,
  CircleCheck,
  CirclePause,
  Clock,
  Ellipsis,
  Pause,
  Pencil,
  Play,
  Send,
  Trash2,
} from 'lucide-react'
import { useState } from 'react'
import { Badge } from '../../ui/texts/badge.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { RuleDeliveries } from './rule-deliveries.tsx'
import { StateIcon } from '../../ui/texts/state-icon.tsx'
import { ConfirmDialog } from '../../ui/popups/confirm-dialog.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../ui/popups/menu.tsx'
import { useRuleActions } from './use-rules.ts'

type RuleRowProps = { team: number; rule: Rule; onEdit: () => void }

/** A rule, and below it, when asked for, what became of the mail that it forwarded last. */
export function RuleRow({ team, rule, onEdit }: RuleRowProps) {
  return (
    <Collapsible.Root render={<li />} className="border-b border-line last:border-b-0">
      <div className="flex items-start gap-2.5 py-2.5 pr-2 pl-3">
        <StateIcon {...statuses[rule.status]} />
        <div className="min-w-0 flex-1">
          <p className="flex min-w-0 flex-wrap items-baseline gap-x-2">
            <span className="max-w-full truncate font-[550]" title={rule.name}>
              {rule.name}
            </span>
            <span className="max-w-full truncate text-ink-2" title={rule.email}>
              {rule.email}
            </span>
            {rule.status === 'pending_verification' && (
              // Said by the icon already, to who does not see it.
              <span aria-hidden>
                <Badge tone="flag">Pending verification</Badge>
              </span>
            )}
          </p>
          <RulePatterns rule={rule} />
          {rule.withdrawn_at !== null && (
            <p className="mt-1 text-sm text-ink-2">
              The owner of this address has stopped emails from Mailstop. Only they can allow them
              again.
            </p>
          )}
        </div>
        <Collapsible.Trigger
          render={
            <IconButton
              label={`Last deliveries of ${rule.name}`}
              icon={
                <ChevronDown className="transition-transform group-data-panel-open:rotate-180" />
              }
              className="group"
            />
          }
        />
        <RuleMenu team={team} rule={rule} onEdit={onEdit} />
      </div>
      <Collapsible.Panel>
        <RuleDeliveries team={team} rule={rule} />
      </Collapsible.Panel>
    </Collapsible.Root>
  )
}

const names = [
  ['from', 'From'],
  ['to', 'To'],
  ['subject', 'Subject'],
] as const

function RulePatterns({ rule }: { rule: Rule }) {
  const given = [
    ...(rule.inbox ? [['Inbox', rule.inbox.name] as const] : []),
    ...names.flatMap(([name, label]) => {
      const pattern = rule.rules[name]
      return pattern === null ? [] : [[label, pattern] as const]
    }),
  ]
  if (given.length === 0) return <p className="text-sm text-ink-3">All mail</p>
  return (
    <dl className="mt-1 flex flex-wrap gap-x-4 gap-y-0.5 text-sm">
      {given.map(([label, text]) => (
        <div key={label} className="flex min-w-0 items-baseline gap-1.5">
          <dt className="flex-none text-ink-3">{label}</dt>
          <dd className="truncate font-mono text-xs text-ink-2" title={text}>
            {text}
          </dd>
        </div>
      ))}
    </dl>
  )
}

const statuses = {
  enabled: { label: 'Enabled', icon: CircleCheck, colour: 'text-ok' },
  disabled: { label: 'Disabled', icon: CirclePause, colour: 'text-ink-3' },
  pending_verification: { label: 'Pending verification', icon: Clock, colour: 'text-flag' },
}

type RuleMenuProps = { team: number; rule: Rule; onEdit: () => void }

function RuleMenu({ team, rule, onEdit }: RuleMenuProps) {
  const [deleting, setDeleting] = useState(false)
  const { setStatus, resend, remove } = useRuleActions(team, rule)
  return (
    <>
      <Menu
        trigger={
          <IconButton
            label={`Actions for ${rule.name}`}
            icon={<Ellipsis />}
            loading={setStatus.isPending || resend.isPending}
          />
        }
      >
        {rule.status === 'pending_verification' && (
          <MenuItem icon={<Send />} onSelect={() => resend.mutate()}>
            Resend verification
          </MenuItem>
        )}
        {rule.status === 'disabled' && (
          <MenuItem icon={<Play />} onSelect={() => setStatus.mutate('enabled')}>
            Enable
          </MenuItem>
        )}
        {rule.status === 'enabled' && (
          <MenuItem icon={<Pause />} onSelect={() => setStatus.mutate('disabled')}>
            Disable
          </MenuItem>
        )}
        <MenuItem icon={<Pencil />} onSelect={onEdit}>
          Edit
        </MenuItem>
        <MenuSeparator />
        <MenuItem danger icon={<Trash2 />} onSelect={() => setDeleting(true)}>
          Delete
        </MenuItem>
      </Menu>
      <ConfirmDialog
        open={deleting}
        onOpenChange={setDeleting}
        title="Delete rule?"
        action="Delete rule"
        asked={remove}
        onConfirm={() => remove.mutate()}
      >
        {rule.name} no longer forwards to {rule.email}. Queued messages are not sent.
      </ConfirmDialog>
    </>
  )
}
