import type { Team } from '@mailstop/contract'
import { KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import { connectPaths, paths } from '../../lib/paths/paths.ts'
import { usePageTitle } from '../../lib/paths/use-page-title.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { TextLink } from '../../ui/buttons/text-link.tsx'
import { EmptyState } from '../../ui/pages/empty-state.tsx'
import { LoadError } from '../../ui/pages/load-error.tsx'
import { PageHeading } from '../../ui/pages/page-heading.tsx'
import { Skeleton } from '../../ui/pages/skeleton.tsx'
import { CreateTokenDialog, type TokenCreation } from './create-token-dialog.tsx'
import { TokenRow } from './token-row.tsx'
import { useTokens } from './use-tokens.ts'

/** With what programs and tests reach a team's mail. */
export function ApiTokensPage({ team }: { team: Team }) {
  usePageTitle('API tokens')
  const [creation, setCreation] = useState<TokenCreation>({ open: false, token: null })
  const begin = () => setCreation({ open: true, token: null })
  const tokens = useTokens(team.id)
  const create = (
    <Button variant="primary" icon={<Plus />} onClick={begin}>
      Create token
    </Button>
  )
  return (
    <>
      <PageHeading title="API tokens">
        With a token, tests and scripts use the mail of {team.name} without an account. Everybody in
        the team sees this list. <TextLink to={connectPaths.tests}>Examples</TextLink>,{' '}
        <TextLink to={paths.apiDocs}>API documentation</TextLink>
      </PageHeading>
      {tokens.data && tokens.data.length > 0 && <div className="mb-3">{create}</div>}
      <div className="rounded-lg border border-line bg-surface">
        {tokens.isPending && <TokensSkeleton />}
        <LoadError query={tokens} title="The API tokens could not be loaded" />
        {tokens.data?.length === 0 && (
          <EmptyState icon={<KeyRound />} title="No API tokens yet" action={create}>
            Create one for each program, so that each can be revoked alone.
          </EmptyState>
        )}
        {tokens.data && tokens.data.length > 0 && (
          <ul aria-label="API tokens">
            {tokens.data.map((token) => (
              <TokenRow key={token.id} team={team.id} token={token} />
            ))}
          </ul>
        )}
      </div>
      <CreateTokenDialog team={team} creation={creation} onChange={setCreation} />
    </>
  )
}

function TokensSkeleton() {
  return (
    <div role="status" aria-label="Loading" className="flex items-center gap-3 px-4 py-3">
      <span className="grid h-[62px] flex-1 content-center gap-2.5">
        <Skeleton className="w-40" />
        <Skeleton className="h-2! w-64 max-w-full" />
        <Skeleton className="h-2! w-48 max-w-full" />
      </span>
    </div>
  )
}
