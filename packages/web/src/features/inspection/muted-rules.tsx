import type { Team } from '@mailstop/contract'
import { may } from '../../lib/team-permissions.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Rows } from './rows.tsx'
import { useMute, useRules } from './use-inspection.ts'

/** Rules that say nothing in this team. */
export function MutedRules({ team, muted }: { team: Team; muted: readonly string[] }) {
  const rules = useRules()
  const mute = useMute(team.id)
  const rows = muted.map((id) => ({
    text: rules.get(id)?.what ?? id,
    code: id,
    action: may(team, 'change_rules') && (
      <Button size="sm" aria-label={`Unmute ${id}`} onClick={() => mute(id, false)}>
        Unmute
      </Button>
    ),
  }))
  return <Rows label="Muted rules" rows={rows} />
}
