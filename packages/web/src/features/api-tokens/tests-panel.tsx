import type { Team } from '@mailstop/contract'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { fullUrl } from '../../lib/paths/base-path.ts'
import { paths } from '../../lib/paths/paths.ts'
import { placeholderToken } from '../../lib/placeholder-token.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { TextLink } from '../../ui/buttons/text-link.tsx'
import { PageHeading } from '../../ui/pages/page-heading.tsx'
import { CreateTokenDialog, type TokenCreation } from './create-token-dialog.tsx'
import { SetupTabs } from './setup-tabs.tsx'
import { testSetups } from './test-setups.ts'

/** How a test waits for the mail of a team. A token that is made here stands in the code. */
export function TestsPanel({ team, needsToken }: { team: Team; needsToken: boolean }) {
  const [creation, setCreation] = useState<TokenCreation>({ open: false, token: null })
  const [token, setToken] = useState(placeholderToken)
  const change = (next: TokenCreation) => {
    setCreation(next)
    if (next.token !== null) setToken(next.token)
  }
  const setups = testSetups({
    url: fullUrl(),
    team: team.id,
    domain: team.mail_domain ?? 'test.example',
    token: needsToken ? token : null,
  })
  return (
    <>
      <PageHeading title="Test with real mail">
        A test gives your app an address and waits for the message, its code or its link.{' '}
        <TextLink to={paths.apiDocs}>API documentation</TextLink>
      </PageHeading>
      {needsToken && (
        <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
          <Button icon={<Plus />} onClick={() => change({ open: true, token: null })}>
            Create token
          </Button>
          <p className="text-sm text-ink-3">
            {token === placeholderToken
              ? 'It then stands in the code below.'
              : 'The new token stands in the code below until you leave this page.'}
          </p>
        </div>
      )}
      <SetupTabs label="Tests" storageKey="testSetup" setups={setups} />
      <CreateTokenDialog team={team} creation={creation} onChange={change} />
    </>
  )
}
