import { Collapsible } from '@base-ui/react/collapsible'
import type { Rule } from '@mailstop/contract'
import { ChevronDown } from 'lucide-react'
import { Badge } from '../../ui/badge.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { RuleDeliveries } from './rule-deliveries.tsx'
import { RuleMenu } from './rule-menu.tsx'
import { RulePatterns } from './rule-patterns.tsx'
import { RuleStatus } from './rule-status.tsx'

type RuleRowProps = { team: number; rule: Rule; onEdit: () => void }

/** A rule, and below it, when asked for, what became of the mail that it forwarded last. */
export function RuleRow({ team, rule, onEdit }: RuleRowProps) {
  return (
    <Collapsible.Root render={<li />} className="border-b border-line last:border-b-0">
      <div className="flex items-start gap-2.5 py-2.5 pr-2 pl-3">
        <RuleStatus status={rule.status} />
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
              The address wants no more mail. Its holder has to take that back.
            </p>
          )}
        </div>
        <Collapsible.Trigger
          render={
            <IconButton
              label={`Last deliveries of ${rule.name}`}
              icon={
                <ChevronDown
                  aria-hidden
                  className="transition-transform group-data-panel-open:rotate-180"
                />
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
