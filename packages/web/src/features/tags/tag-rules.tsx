import type { TaggingRule } from '@mailstop/contract'
import { Pencil, Plus, Search, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { useSaid } from '../../lib/api/use-said.ts'
import { MissingInboxes } from '../../lib/inboxes/missing-inboxes.tsx'
import { paths } from '../../lib/paths/paths.ts'
import { withQuery } from '../../lib/paths/with-query.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { EmptyState } from '../../ui/pages/empty-state.tsx'
import { LoadError } from '../../ui/pages/load-error.tsx'
import { PageSection } from '../../ui/pages/page-section.tsx'
import { TagDot } from '../../ui/texts/tag-dot.tsx'
import { RowSkeleton } from './tag-list.tsx'
import { TagRuleDialog, type EditedRule } from './tag-rule-dialog.tsx'
import { useTagChanges, useTagRules } from './use-tags.ts'

/** The searches whose mail is tagged when it arrives. */
export function TagRules({ team }: { team: number }) {
  const rules = useTagRules(team)
  const [edited, setEdited] = useState<EditedRule | null>(null)
  return (
    <PageSection
      title="Rules"
      description="Messages that a search finds are tagged when they arrive."
      action={
        <Button icon={<Plus />} onClick={() => setEdited({ rule: null, search: '' })}>
          Add rule
        </Button>
      }
    >
      <div className="rounded-lg border border-line bg-surface">
        {rules.isPending && <RowSkeleton />}
        <LoadError query={rules} title="The rules could not be loaded" />
        {rules.data?.length === 0 && (
          <EmptyState icon={<Search />} title="No rules yet">
            Add one here, or search the inbox and choose “Tag what matches from now on”.
          </EmptyState>
        )}
        {rules.data && rules.data.length > 0 && (
          <ul aria-label="Rules">
            {rules.data.map((rule) => (
              <RuleRow
                key={rule.id}
                team={team}
                rule={rule}
                onEdit={() => setEdited({ rule, search: rule.search })}
              />
            ))}
          </ul>
        )}
      </div>
      <TagRuleDialog team={team} edited={edited} onClose={() => setEdited(null)} />
    </PageSection>
  )
}

type RuleRowProps = { team: number; rule: TaggingRule; onEdit: () => void }

function RuleRow({ team, rule, onEdit }: RuleRowProps) {
  const { removeRule } = useTagChanges(team)
  const removal = useSaid(() => removeRule(rule).then(() => 'Rule removed'))
  return (
    <li className="flex min-h-11 items-center gap-2 border-b border-line py-1.5 pr-2 pl-3 last:border-b-0">
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1">
        <Link
          to={withQuery(paths.inbox, { q: rule.search })}
          title={rule.search}
          className="max-w-full truncate font-mono text-sm hover:text-accent hover:underline"
        >
          {rule.search}
        </Link>
        <ul aria-label={`Tags of ${rule.search}`} className="flex min-w-0 flex-wrap gap-1.5">
          {rule.tags.map((tag) => (
            <li
              key={tag}
              className="max-w-full truncate rounded-sm border border-line-strong px-1.5 text-sm leading-5 text-ink-2"
            >
              <TagDot tag={tag} />
              {tag}
            </li>
          ))}
        </ul>
        <MissingInboxes team={team} searches={[rule.search]} />
      </div>
      <IconButton label={`Edit rule ${rule.search}`} icon={<Pencil />} onClick={onEdit} />
      <IconButton
        label={`Remove rule ${rule.search}`}
        icon={<Trash2 />}
        loading={removal.isPending}
        onClick={() => removal.mutate()}
      />
    </li>
  )
}
