import { getOpenApi } from '@mailstop/contract'
import type { OpenApi } from '@mailstop/contract/openapi'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/api/api-client.ts'
import { placeholderToken } from '../../lib/placeholder-token.ts'
import { queryKeys } from '../../lib/api/queries.ts'
import { readStored, store } from '../../lib/stored.ts'
import { fullPath } from '../../lib/paths/base-path.ts'
import { usePageTitle } from '../../lib/paths/use-page-title.ts'
import { LoadError } from '../../ui/pages/load-error.tsx'
import { PublicPage } from '../../ui/pages/public-page.tsx'
import { Tabs } from '../../ui/pages/tabs.tsx'
import { callGroups, fieldsOf, typeOf } from './api-document.ts'
import { CallSection } from './call-section.tsx'
import { FieldList } from './field-list.tsx'
import { requestExamples } from './request-examples.ts'

export function ApiDocsPage() {
  usePageTitle('API')
  const api = useQuery({
    queryKey: queryKeys.openApi,
    // The contract holds it to no more than that it is a document.
    queryFn: async ({ signal }) => (await call(getOpenApi, { signal })) as unknown as OpenApi,
    staleTime: Infinity,
  })
  return (
    <PublicPage title="API" width="max-w-[860px]" className="min-w-0 grid-cols-1 py-10">
      {api.data && <Document api={api.data} />}
      <LoadError query={api} title="The API could not be loaded" />
    </PublicPage>
  )
}

/** The last chosen language is stored in this browser. */
const storageKey = 'apiExample'

function Document({ api }: { api: OpenApi }) {
  const [key, setKey] = useState(() => readStored(storageKey))
  const example = requestExamples.find((one) => one.key === key) ?? requestExamples[0]
  const groups = callGroups(api)
  return (
    <>
      <p className="text-pretty text-ink-2">
        {api.info.description} Each call needs an API token of the team: put it in the place of{' '}
        <code className="font-mono text-sm">{placeholderToken}</code>. Programs read the same as{' '}
        <a href={fullPath(getOpenApi.path)} className="text-accent underline">
          OpenAPI 3.1
        </a>
        . For tests in Node.js, the package{' '}
        <code className="font-mono text-sm">@mailstop/client</code> makes these calls.
      </p>
      <nav aria-label="Calls" className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
        {groups.map(({ name }) => (
          <a key={name} href={`#${anchor(name)}`} className="py-1 text-accent hover:underline">
            {name}
          </a>
        ))}
        <a href="#objects" className="py-1 text-accent hover:underline">
          Objects
        </a>
      </nav>
      <div className="sticky top-0 z-10 -mx-5 border-b border-line bg-bg px-5 py-2">
        <Tabs
          label="Language of the examples"
          variant="pills"
          value={example.key}
          onValueChange={(next) => {
            setKey(next)
            store(storageKey, next)
          }}
          options={requestExamples.map((one) => ({ value: one.key, label: one.name }))}
        />
      </div>
      {groups.map(({ name, calls }) => (
        <section
          key={name}
          aria-labelledby={anchor(name)}
          className="mt-6 grid min-w-0 grid-cols-1 gap-6"
        >
          <h2 id={anchor(name)} className="scroll-mt-20 text-xl font-[620] tracking-[-0.018em]">
            {name}
          </h2>
          {calls.map((each) => (
            <CallSection key={each.operation.operationId} call={each} example={example} />
          ))}
        </section>
      ))}
      <section aria-labelledby="objects" className="mt-6 grid min-w-0 grid-cols-1 gap-6">
        <h2 id="objects" className="scroll-mt-20 text-xl font-[620] tracking-[-0.018em]">
          Objects
        </h2>
        {Object.entries(api.components.schemas).map(([name, schema]) => (
          <div key={name} id={name} className="scroll-mt-20">
            <FieldList
              title={titleOf(name, typeOf(schema))}
              heading="h3"
              fields={fieldsOf(schema)}
            />
          </div>
        ))}
      </section>
    </>
  )
}

/** Some are more than an object, such as an address that may stand alone. */
const titleOf = (name: string, type: string) => (type === 'object' ? name : `${name}: ${type}`)

const anchor = (name: string) => name.toLowerCase().replaceAll(' ', '-')
