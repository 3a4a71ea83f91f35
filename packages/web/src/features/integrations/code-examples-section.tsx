import { useEffect, useRef, useState } from 'react'
import { readStored, store } from '../../lib/stored.ts'
import { CodeBlock } from '../../ui/texts/code-block.tsx'
import { PageSection } from '../../ui/pages/page-section.tsx'
import { TabPanel, Tabs } from '../../ui/pages/tabs.tsx'
import { codeExamples, type CodeExample } from './code-examples.ts'
import type { Credentials, PortTls } from './credentials.ts'
import { shownCode } from './hidden-secret.ts'
import type { SmtpPort } from './smtp-ports.ts'

type CodeExamplesSectionProps = {
  /** All but how to get there. */
  credentials: Omit<Credentials, 'port' | 'tls' | 'selfSigned'>
  ports: [SmtpPort, ...SmtpPort[]]
  /** Whether the certificate of the server is of its own making. */
  selfSigned: boolean
  revealed: boolean
}

const encryptions: Record<PortTls, string> = { none: '', starttls: ' STARTTLS', implicit: ' TLS' }

export function CodeExamplesSection(props: CodeExamplesSectionProps) {
  const { credentials, ports, revealed, selfSigned } = props
  const [example, choose] = useSelectedExample()
  const tabs = useRef<HTMLDivElement>(null)
  useEffect(() => showTab(tabs.current, example.name), [example.name])
  const [selectedPort, selectPort] = useState(ports[0].port)
  const wanted = ports.find(({ port }) => port === selectedPort) ?? ports[0]
  const usable = example.starttlsOnly && wanted.tls === 'implicit' ? otherPort(ports) : wanted
  const { port, tls } = usable ?? wanted
  const filled = { ...credentials, port, tls, selfSigned: selfSigned && tls !== 'none' }
  return (
    <PageSection
      title="Send from your app"
      description="Everything that is sent with these credentials is caught. Nothing reaches its recipients."
      action={
        ports.length > 1 && (
          <Tabs
            label="Port of the examples"
            value={String(wanted.port)}
            onValueChange={(next) => selectPort(Number(next))}
            options={ports.map((one) => ({
              value: String(one.port),
              label: `${one.port}${encryptions[one.tls]}`,
            }))}
          />
        )
      }
    >
      <div ref={tabs}>
        <Tabs
          label="Code examples"
          variant="pills"
          value={example.key}
          onValueChange={choose}
          options={codeExamples.map(({ key, name }) => ({ value: key, label: name }))}
        >
          <TabPanel value={example.key}>
            <div className="pt-3">
              <CodeBlock
                // Another example starts at its top, and with a button that has copied nothing yet.
                key={example.key}
                label={`${example.name} example`}
                code={example.code(filled)}
                shown={shownCode(example.code, filled, revealed)}
                language={example.language}
              />
              {wanted.port !== port && (
                <p className="mt-2 text-sm text-ink-3">
                  {example.starttlsOnly} This example uses port {port}.
                </p>
              )}
            </div>
          </TabPanel>
        </Tabs>
      </div>
    </PageSection>
  )
}

/** A client that cannot begin with TLS gets one with STARTTLS, or else one without TLS. */
const otherPort = (ports: SmtpPort[]) =>
  ports.find(({ tls }) => tls === 'starttls') ?? ports.find(({ tls }) => tls === 'none')

/** On a phone the tabs are one long row: brings one into sight, and never moves the page. */
function showTab(tabs: HTMLElement | null, name: string): void {
  const all = tabs?.querySelectorAll<HTMLElement>('[role=tab]') ?? []
  const tab = [...all].find((one) => one.textContent === name)
  const row = tab?.parentElement
  if (!tab || !row) return
  row.scrollLeft += tab.getBoundingClientRect().left - row.getBoundingClientRect().left - margin
}

/** Leaves a bit of the tab before it in sight. */
const margin = 48

/** The last selected example is stored in this browser: few people write in many languages. */
const storageKey = 'codeExample'

function useSelectedExample(): [CodeExample, (key: string) => void] {
  const [key, setKey] = useState(() => readStored(storageKey))
  const example = codeExamples.find((one) => one.key === key) ?? codeExamples[0]
  return [
    example,
    (next) => {
      setKey(next)
      store(storageKey, next)
    },
  ]
}
