import type { Team } from '@mailstop/contract'
import { usePageTitle } from '../../lib/paths/use-page-title.ts'
import { PageHeading } from '../../ui/pages/page-heading.tsx'
import { TagColorsContext } from '../../lib/tag-colors.ts'
import { PlusAddresses } from './plus-addresses.tsx'
import { TagList } from './tag-list.tsx'
import { TagRules } from './tag-rules.tsx'
import { useTagColors } from './use-tags.ts'

export function TagsPage({ team }: { team: Team }) {
  usePageTitle('Tags')
  return (
    <TagColorsContext value={useTagColors(team.id)}>
      <PageHeading title="Tags">
        Short names on messages. Everyone in the team sees the same tags and colors.
      </PageHeading>
      <TagList team={team.id} />
      <TagRules team={team.id} />
      <PlusAddresses team={team} />
    </TagColorsContext>
  )
}
