import { useState } from 'react'
import { readStored, store } from '../../lib/stored.ts'
import { CodeBlock } from '../../ui/texts/code-block.tsx'
import { TabPanel, Tabs } from '../../ui/pages/tabs.tsx'
import { agentSettings } from './agent-settings.ts'

type AgentSetupProps = {
  /** The token in settings that hold one; null where none is needed. */
  token: string | null
}

export function AgentSetup({ token }: AgentSetupProps) {
  const [setting, choose] = useSelectedAgent()
  const code = setting.code(`${location.origin}/mcp`, token)
  return (
    <Tabs
      label="Agents"
      variant="pills"
      value={setting.key}
      onValueChange={choose}
      options={agentSettings.map(({ key, name }) => ({ value: key, label: name }))}
    >
      <TabPanel value={setting.key}>
        <div className="grid grid-cols-1 gap-2 pt-3">
          <CodeBlock
            // Another one has a button that has copied nothing yet.
            key={setting.key}
            label={setting.place}
            code={code}
            shown={code}
            language={setting.language}
            fits
          />
          {token !== null && <p className="text-sm text-pretty text-ink-3">{setting.aboutToken}</p>}
        </div>
      </TabPanel>
    </Tabs>
  )
}

/** Stored in this browser: most people use one agent. */
const storageKey = 'agentSetting'

function useSelectedAgent() {
  const [key, setKey] = useState(() => readStored(storageKey))
  const setting = agentSettings.find((each) => each.key === key) ?? agentSettings[0]
  const choose = (next: string) => {
    setKey(next)
    store(storageKey, next)
  }
  return [setting, choose] as const
}
