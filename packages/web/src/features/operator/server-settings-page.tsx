import type { OperatorSetting } from '@mailstop/contract'
import { usePageTitle } from '../../lib/paths/use-page-title.ts'
import { Badge } from '../../ui/texts/badge.tsx'
import { LoadError } from '../../ui/pages/load-error.tsx'
import { PageHeading } from '../../ui/pages/page-heading.tsx'
import { PageSkeleton } from '../../ui/pages/page-skeleton.tsx'
import { useServerSettings } from './use-operator.ts'

/** The settings of the server, to read: they are changed where it is started. */
export function ServerSettingsPage() {
  usePageTitle('Server settings')
  const settings = useServerSettings()
  return (
    <>
      <PageHeading title="Settings">
        What the process that answered was started with. Change them in its environment or its
        options, then start it again.
      </PageHeading>
      {settings.isPending && <PageSkeleton />}
      <LoadError query={settings} title="The settings could not be loaded" />
      {settings.data && (
        <dl aria-label="Settings" className="m-0 rounded-lg border border-line bg-surface">
          {settings.data.map((setting) => (
            <Setting key={setting.name} setting={setting} />
          ))}
        </dl>
      )}
    </>
  )
}

function Setting({ setting }: { setting: OperatorSetting }) {
  const isSet = setting.source === 'environment'
  return (
    <div className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-0.5 border-b border-line px-3 py-2 last:border-b-0">
      <dt className="w-72 max-w-full flex-none font-mono text-sm [overflow-wrap:anywhere] text-ink-2">
        {setting.name}
      </dt>
      <dd className="m-0 flex min-w-40 flex-1 items-center justify-between gap-3 text-sm">
        <span className="min-w-0 [overflow-wrap:anywhere]">
          {setting.value === null ? (
            <span className="text-ink-3">{setting.secret && isSet ? 'Hidden' : 'Not set'}</span>
          ) : (
            <span className="font-mono">{setting.value}</span>
          )}
        </span>
        {isSet && <Badge tone="accent">Set</Badge>}
      </dd>
    </div>
  )
}
