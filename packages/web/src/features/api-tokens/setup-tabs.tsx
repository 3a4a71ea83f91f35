import { useState } from 'react'
import type { CodeLanguage } from '../../lib/highlight.ts'
import { readStored, store } from '../../lib/stored.ts'
import { CodeBlock } from '../../ui/texts/code-block.tsx'
import { TabPanel, Tabs } from '../../ui/pages/tabs.tsx'

/** Code that connects a program to this server. */
export type Setup = {
  /** What it is remembered by. */
  key: string
  name: string
  language: CodeLanguage
  /** Where it goes. */
  place: string
  code: string
  /** What to know of it. */
  note: string | null
}

type SetupTabsProps = {
  label: string
  /** The last selected one is stored in this browser under this key: most people use one. */
  storageKey: string
  setups: readonly Setup[]
}

/** Code for one of several programs, ready to be copied. */
export function SetupTabs({ label, storageKey, setups }: SetupTabsProps) {
  const [key, setKey] = useState(() => readStored(storageKey))
  const setup = setups.find((each) => each.key === key) ?? setups[0]
  if (setup === undefined) return null
  return (
    <Tabs
      label={label}
      variant="pills"
      value={setup.key}
      onValueChange={(next) => {
        setKey(next)
        store(storageKey, next)
      }}
      options={setups.map((each) => ({ value: each.key, label: each.name }))}
    >
      <TabPanel value={setup.key}>
        <div className="grid grid-cols-1 gap-2 pt-3">
          <CodeBlock
            // Another one has a button that has copied nothing yet.
            key={setup.key}
            label={setup.place}
            code={setup.code}
            shown={setup.code}
            language={setup.language}
            fits
          />
          {setup.note !== null && <p className="text-sm text-pretty text-ink-3">{setup.note}</p>}
        </div>
      </TabPanel>
    </Tabs>
  )
}
