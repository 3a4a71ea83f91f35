import type { Team } from '@mailstop/contract'
import { DrillsSection } from '../../features/drills/drills-section.tsx'
import { ScenariosPage } from '../../features/scenarios/scenarios-page.tsx'

export function FailuresPage({ team }: { team: Team }) {
  return (
    <>
      <ScenariosPage team={team} />
      <DrillsSection team={team} />
    </>
  )
}
