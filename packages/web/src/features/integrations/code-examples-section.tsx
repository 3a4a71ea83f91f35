import { useState } from 'react'
import { TabPanel, Tabs } from '../../ui/tabs.tsx'
import { CodeBlock } from './code-block.tsx'
import { codeExamples, type Credentials } from './code-examples.ts'
import { shownCredentials } from './hidden-secret.ts'

type ExampleName = (typeof codeExamples)[number]['name']

type CodeExamplesSectionProps = { credentials: Credentials; revealed: boolean }

export function CodeExamplesSection({ credentials, revealed }: CodeExamplesSectionProps) {
  const [shown, setShown] = useState<ExampleName>('Laravel')
  return (
    <section aria-labelledby="code-examples" className="mt-8">
      <h2 id="code-examples" className="text-lg font-semibold tracking-[-0.01em]">
        Send from your app
      </h2>
      <p className="mt-0.5 mb-3 text-sm text-ink-3">
        Everything that is sent with these credentials is caught. Nothing reaches its recipients.
      </p>
      <Tabs
        label="Code examples"
        variant="underline"
        value={shown}
        onValueChange={setShown}
        options={codeExamples.map(({ name }) => ({ value: name, label: name }))}
      >
        {codeExamples.map(({ name, language, code }) => (
          <TabPanel key={name} value={name}>
            <div className="pt-3">
              <CodeBlock
                code={code(credentials)}
                shown={code(shownCredentials(credentials, revealed))}
                language={language}
              />
            </div>
          </TabPanel>
        ))}
      </Tabs>
    </section>
  )
}
