import type { Team } from '@mailstop/contract'
import { GuardsPage as Guards } from '../../features/guards/guards-page.tsx'
import { useCreatePin } from '../../features/pins/use-pins.ts'
import { guardTerm } from '../../lib/paths/guard-search.ts'

export function GuardsPage({ team }: { team: Team }) {
  const pin = useCreatePin(team.id)
  return <Guards team={team} onPin={() => pin('q', guardTerm('any'))} />
}
