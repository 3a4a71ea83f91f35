import type { Rule } from '@mailstop/contract'
import { Forward } from 'lucide-react'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { RuleRow } from './rule-row.tsx'
import { useRules } from './use-rules.ts'

export function RuleList({ team, onEdit }: { team: number; onEdit: (rule: Rule) => void }) {
  const rules = useRules(team)
  return (
    <div className="mt-6 rounded-lg border border-line bg-surface">
      {rules.isPending && <RuleSkeleton />}
      <LoadError query={rules} title="The forwarding rules could not be loaded" />
      {rules.data?.length === 0 && (
        <EmptyState icon={<Forward />} title="No forwarding rules yet">
          Enter an address above to forward caught mail to it: all of it, or what matches patterns.
        </EmptyState>
      )}
      {rules.data && rules.data.length > 0 && (
        <ul aria-label="Forwarding rules">
          {rules.data.map((rule) => (
            <RuleRow key={rule.id} team={team} rule={rule} onEdit={() => onEdit(rule)} />
          ))}
        </ul>
      )}
    </div>
  )
}

function RuleSkeleton() {
  return (
    <div role="status" aria-label="Loading" className="flex items-start gap-2.5 px-3 py-2.5">
      <Skeleton className="m-1 size-4! rounded-full" />
      <span className="grid h-[41px] flex-1 content-center gap-2">
        <Skeleton className="w-64 max-w-full" />
        <Skeleton className="h-2! w-40" />
      </span>
    </div>
  )
}
