import { countText, limits, type OperatorOverview } from '@mailstop/contract'
import type { ReactNode } from 'react'
import { fileSize } from '../../lib/file-size.ts'
import { usePageTitle } from '../../lib/paths/use-page-title.ts'
import { LoadError } from '../../ui/pages/load-error.tsx'
import { PageHeading } from '../../ui/pages/page-heading.tsx'
import { PageSection } from '../../ui/pages/page-section.tsx'
import { PageSkeleton } from '../../ui/pages/page-skeleton.tsx'
import { RelativeTimeText } from '../../ui/texts/relative-time-text.tsx'
import { useOverview } from './use-operator.ts'

export function OverviewPage() {
  usePageTitle('Operator')
  const overview = useOverview()
  return (
    <>
      <PageHeading title="Overview">The state of this server.</PageHeading>
      {overview.isPending && <PageSkeleton />}
      <LoadError query={overview} title="The overview could not be loaded" />
      {overview.data && <Figures overview={overview.data} />}
    </>
  )
}

const queueNames = { emails: 'Emails of Mailstop', forwarding: 'Forwarded mail' }
const number = (value: number) => value.toLocaleString('en')

function Figures({ overview }: { overview: OperatorOverview }) {
  const { caught, store } = overview
  return (
    <>
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line tablet:grid-cols-3">
        <Figure label="Messages, last hour">{number(caught.hour)}</Figure>
        <Figure label="Messages, last day">{number(caught.day)}</Figure>
        <Figure label="People">{number(overview.users)}</Figure>
        <Figure label="Teams">{number(overview.teams)}</Figure>
        <Figure label="Store">{fileSize(store.bytes)}</Figure>
        <Figure label="Free on its disk">
          {store.free_bytes === null ? 'Not known' : fileSize(store.free_bytes)}
        </Figure>
      </dl>
      <PageSection title="Queues" description="Mail that Mailstop sends itself.">
        <Rows>
          {overview.queues.map((queue) => (
            <Row key={queue.name} label={queueNames[queue.name]}>
              {number(queue.waiting)}
              {queue.waiting >= limits.queueCounted && ' or more'} waiting
              {queue.waiting_since !== null && (
                <>
                  , the oldest for <RelativeTimeText iso={queue.waiting_since} />
                </>
              )}
              {' · '}
              <span className={queue.failed > 0 ? 'text-danger' : undefined}>
                {countText(queue.failed, 'failure')} in the last day
              </span>
            </Row>
          ))}
        </Rows>
      </PageSection>
      <PageSection title="This process" description="The one that answered.">
        <Rows>
          <Row label="Mailstop">{overview.version}</Row>
          <Row label="Node.js">{overview.node}</Row>
          <Row label="Database">{overview.database}</Row>
          <Row label="Roles">{overview.roles.join(', ')}</Row>
          <Row label="Started">
            <RelativeTimeText iso={overview.started_at} />
          </Row>
        </Rows>
      </PageSection>
    </>
  )
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="bg-surface px-3.5 py-3">
      <dt className="text-sm text-ink-3">{label}</dt>
      <dd className="num m-0 mt-0.5 text-xl font-semibold tracking-[-0.018em]">{children}</dd>
    </div>
  )
}

const Rows = ({ children }: { children: ReactNode }) => (
  <dl className="m-0 rounded-lg border border-line bg-surface">{children}</dl>
)

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex min-h-10 items-center gap-3 border-b border-line px-3 py-2 last:border-b-0">
      <dt className="w-36 flex-none text-sm text-ink-3 max-tablet:w-28">{label}</dt>
      <dd className="num m-0 min-w-0 text-sm [overflow-wrap:anywhere]">{children}</dd>
    </div>
  )
}
