import type { Team } from '@mailstop/contract'
import { useQuery } from '@tanstack/react-query'
import { parsePath, useLocation, useNavigate } from 'react-router'
import { useCurrentUser } from '../../features/accounts/current-user.ts'
import { AgentsPanel } from '../../features/api-tokens/agent-setup.tsx'
import { TestsPanel } from '../../features/api-tokens/tests-panel.tsx'
import { FailedSessionsSection } from '../../features/integrations/failed-sessions-section.tsx'
import { InboxFilter } from '../../features/inboxes/inbox-filter.tsx'
import { useChosenInbox } from '../../features/inboxes/use-chosen-inbox.ts'
import { countersQuery } from '../../features/mails/store/counters-query.ts'
import { connectPaths, paths } from '../../lib/paths/paths.ts'
import { usePageTitle } from '../../lib/paths/use-page-title.ts'
import { TabPanel, Tabs } from '../../ui/pages/tabs.tsx'
import { CredentialsPage } from './credentials-page.tsx'

/** The tabs by their addresses, and their titles in the browser. */
const tabs = [
  { value: paths.smtpCredentials, label: 'App', title: 'SMTP credentials' },
  { value: connectPaths.tests, label: 'Tests', title: 'Test with real mail' },
  { value: connectPaths.agents, label: 'Agents', title: 'Connect an agent' },
  { value: connectPaths.refused, label: 'Refused', title: 'Refused mail and logins' },
] as const

/** What connects to a team: the app that sends, tests, agents, and why something was refused. Each tab has an address. */
export function ConnectPage({ team }: { team: Team }) {
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const needsToken = !(useCurrentUser()?.is_open ?? false)
  const { value, title } = tabs.find((tab) => tab.value === pathname + hash) ?? tabs[0]
  usePageTitle(title)
  const counted = useQuery(countersQuery(team.id)).data?.inboxes
  // Until that is known, an address of one inbox does not show the credentials of another.
  const hasSeveral = counted ? counted.length > 0 : new URLSearchParams(search).has('inbox')
  return (
    <Tabs
      label="Connect"
      value={value}
      onValueChange={(next) => void navigate({ ...parsePath(next), search }, { replace: true })}
      options={tabs}
    >
      <div className="pt-5">
        <TabPanel value={value}>
          {value === paths.smtpCredentials && (
            <CredentialsPage team={team} hasSeveral={hasSeveral} />
          )}
          {value === connectPaths.tests && <TestsPanel team={team} needsToken={needsToken} />}
          {value === connectPaths.agents && <AgentsPanel needsToken={needsToken} />}
          {value === connectPaths.refused && <Refused team={team.id} hasSeveral={hasSeveral} />}
        </TabPanel>
      </div>
    </Tabs>
  )
}

function Refused({ team, hasSeveral }: { team: number; hasSeveral: boolean }) {
  const { chosen } = useChosenInbox(team, hasSeveral)
  return (
    <FailedSessionsSection
      team={team}
      login={chosen?.username ?? null}
      filter={hasSeveral && <InboxFilter team={team} />}
    />
  )
}
