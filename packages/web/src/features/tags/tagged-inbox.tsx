import { Tags } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { deferred, useDeferred } from '../../lib/deferred.ts'
import {
  command,
  offeredCommand,
  tagMatches,
  tagMatchesLabel,
  useOfferedCommands,
} from '../../lib/keys/commands.ts'
import { searchWithin } from '../../lib/paths/inbox-search.ts'
import { TagColorsContext } from '../../lib/tag-colors.ts'
import { MenuItem } from '../../ui/popups/menu.tsx'
import { useTagColors } from './use-tags.ts'

const tagRuleDialog = deferred(() => import('./tag-rule-dialog.tsx'))

/** An inbox with the colors of its tags, whose search can become a rule. */
export function TaggedInbox({ team, children }: { team: number; children: ReactNode }) {
  const [query] = useSearchParams()
  const searched = query.get('q')
  const [search, setSearch] = useState<string | null>(null)
  const TagRuleDialog = useDeferred(tagRuleDialog, search !== null)?.TagRuleDialog
  const begin = () => setSearch(searched && searchWithin(query.get('inbox'), searched))
  useOfferedCommands(
    searched
      ? { title: 'Inbox', commands: [command(tagMatches, tagMatchesLabel, Tags, begin)] }
      : null,
  )
  return (
    <TagColorsContext value={useTagColors(team)}>
      {children}
      {TagRuleDialog && (
        <TagRuleDialog
          team={team}
          edited={search === null ? null : { rule: null, search }}
          onClose={() => setSearch(null)}
        />
      )}
    </TagColorsContext>
  )
}

export const TagMatchesItem = () => (
  <MenuItem icon={<Tags />} onSelect={() => offeredCommand(tagMatches)?.run()}>
    {tagMatchesLabel}
  </MenuItem>
)
