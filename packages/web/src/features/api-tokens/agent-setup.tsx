import { fullUrl } from '../../lib/paths/base-path.ts'
import { placeholderToken } from '../../lib/placeholder-token.ts'
import { PageHeading } from '../../ui/pages/page-heading.tsx'
import { agentSettings } from './agent-settings.ts'
import { SetupTabs } from './setup-tabs.tsx'

/** How coding agents reach the mail of a team. */
export function AgentsPanel({ needsToken }: { needsToken: boolean }) {
  return (
    <>
      <PageHeading title="Connect an agent">
        Coding agents search, read and wait for mail by the Model Context Protocol (MCP).{' '}
        {needsToken
          ? 'Where YOUR_API_TOKEN stands, put an API token of this team.'
          : 'In open mode they need no token.'}
      </PageHeading>
      <AgentSetup token={needsToken ? placeholderToken : null} />
    </>
  )
}

/** The settings of coding agents. `token` is for those that hold one; null where none is needed. */
export function AgentSetup({ token }: { token: string | null }) {
  const setups = agentSettings.map(({ code, aboutToken, ...setting }) => ({
    ...setting,
    code: code(fullUrl('/mcp'), token),
    note: token === null ? null : aboutToken,
  }))
  return <SetupTabs label="Agents" storageKey="agentSetting" setups={setups} />
}
