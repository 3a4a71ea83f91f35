import type { Team } from '@mailstop/contract'
import { useCurrentUser } from '../../features/accounts/current-user.ts'
import { ApiTokensPage } from '../../features/api-tokens/api-tokens-page.tsx'

/** In open mode, agents need no token. */
export function TeamTokensPage({ team }: { team: Team }) {
  const isOpen = useCurrentUser()?.is_open ?? false
  return <ApiTokensPage team={team} needsToken={!isOpen} />
}
