import type { Team } from '@mailstop/contract'
import { useLocation, useNavigate } from 'react-router'
import { useCurrentUser } from '../../features/accounts/current-user.ts'
import { AgentsPanel } from '../../features/api-tokens/agent-setup.tsx'
import { TestsPanel } from '../../features/api-tokens/tests-panel.tsx'
import { FailedSessionsSection } from '../../features/integrations/failed-sessions-section.tsx'
import { SmtpCredentialsPage } from '../../features/integrations/smtp-credentials-page.tsx'
import { connectPaths, paths } from '../../lib/paths/paths.ts'
import { usePageTitle } from '../../lib/paths/use-page-title.ts'
import { TabPanel, Tabs } from '../../ui/pages/tabs.tsx'

/** The tabs by their addresses, and their titles in the browser. */
const tabs = [
  { value: paths.smtpCredentials, label: 'App', title: 'SMTP credentials' },
  { value: connectPaths.tests, label: 'Tests', title: 'Test with real mail' },
  { value: connectPaths.agents, label: 'Agents', title: 'Connect an agent' },
  { value: connectPaths.refused, label: 'Refused', title: 'Refused mail and logins' },
] as const

/** What connects to a team: the app that sends, tests, agents, and why something was refused. Each tab has an address. */
export function ConnectPage({ team }: { team: Team }) {
  const { pathname, hash } = useLocation()
  const navigate = useNavigate()
  const needsToken = !(useCurrentUser()?.is_open ?? false)
  const { value, title } = tabs.find((tab) => tab.value === pathname + hash) ?? tabs[0]
  usePageTitle(title)
  return (
    <Tabs
      label="Connect"
      value={value}
      onValueChange={(next) => void navigate(next, { replace: true })}
      options={tabs}
    >
      <div className="pt-5">
        <TabPanel value={value}>
          {value === paths.smtpCredentials && <SmtpCredentialsPage team={team} />}
          {value === connectPaths.tests && <TestsPanel team={team} needsToken={needsToken} />}
          {value === connectPaths.agents && <AgentsPanel needsToken={needsToken} />}
          {value === connectPaths.refused && <FailedSessionsSection team={team.id} />}
        </TabPanel>
      </div>
    </Tabs>
  )
}
