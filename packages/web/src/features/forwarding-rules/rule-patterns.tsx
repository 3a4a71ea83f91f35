import type { Rule } from '@mailstop/contract'

const names = [
  ['from', 'From'],
  ['to', 'To'],
  ['subject', 'Subject'],
] as const

/** Which mail a rule forwards. */
export function RulePatterns({ rule }: { rule: Rule }) {
  const given = names.filter(([name]) => rule.rules[name] !== null)
  if (given.length === 0) return <p className="text-sm text-ink-3">All mail</p>
  return (
    <dl className="mt-1 flex flex-wrap gap-x-4 gap-y-0.5 text-sm">
      {given.map(([name, label]) => (
        <div key={name} className="flex min-w-0 items-baseline gap-1.5">
          <dt className="flex-none text-ink-3">{label}</dt>
          <dd className="truncate font-mono text-xs text-ink-2" title={rule.rules[name] ?? ''}>
            {rule.rules[name]}
          </dd>
        </div>
      ))}
    </dl>
  )
}
