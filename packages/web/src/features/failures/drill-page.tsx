import {
  countText,
  drillCounts,
  drillFate,
  drillJunit,
  drillMarkdown,
  labPointTexts,
  stepText,
  type DrillMail,
  type ReportedDrill,
  type Team,
} from '@mailstop/contract'
import { Download, Square } from 'lucide-react'
import { Link, useParams } from 'react-router'
import { useSaid } from '../../lib/api/use-said.ts'
import { paths } from '../../lib/paths/paths.ts'
import { usePageTitle } from '../../lib/paths/use-page-title.ts'
import { may } from '../../lib/team-permissions.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { TextLink } from '../../ui/buttons/text-link.tsx'
import { LoadError } from '../../ui/pages/load-error.tsx'
import { PageHeading } from '../../ui/pages/page-heading.tsx'
import { PageSection } from '../../ui/pages/page-section.tsx'
import { PageSkeleton } from '../../ui/pages/page-skeleton.tsx'
import { AttemptsDrawing } from './attempts-drawing.tsx'
import { titleOf } from './running-text.ts'
import { useDrill, useFailureChanges } from './use-failures.ts'

/** What an app did with its mail while SMTP failed. */
export function DrillPage({ team }: { team: Team }) {
  const { drill: id = '' } = useParams()
  usePageTitle('Drill')
  const query = useDrill(team.id, id)
  const drill = query.data
  if (!drill) {
    return query.isPending ? (
      <PageSkeleton />
    ) : (
      <LoadError query={query} title="The drill could not be loaded" />
    )
  }
  const { report } = drill
  const isOver = drill.state === 'ended'
  const failingMs = Date.parse(drill.ends_at) - Date.parse(drill.started_at)
  return (
    <>
      <PageHeading title={`Drill: ${titleOf(drill.name)} in ${drill.inbox.name}`}>
        {isOver ? report.sentence : `So far: ${report.sentence}`}
      </PageHeading>
      <p className="num text-sm text-ink-2">
        {stateText(drill)} <TextLink to={paths.teamFailures}>All failures</TextLink>
      </p>
      <div className="my-4 flex flex-wrap gap-2">
        {isOver || !may(team, 'manage_inboxes') || <EndButton team={team.id} drill={id} />}
        <SaveButton name={`drill-${id}.md`} label="Markdown" text={() => drillMarkdown(drill)} />
        <SaveButton name={`drill-${id}.xml`} label="JUnit" text={() => drillJunit(drill)} />
      </div>
      <AttemptsDrawing timeline={report.timeline} failingMs={failingMs} />
      <dl className="mt-4 grid grid-cols-[repeat(auto-fill,minmax(10rem,1fr))] gap-2">
        {drillCounts(report, isOver).map(([label, value]) => (
          <div key={label} className="rounded-lg border border-line bg-surface px-3 py-2">
            <dt className="text-sm text-ink-3">{label}</dt>
            <dd className="num text-lg font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      <ol className="mt-4 text-sm [overflow-wrap:anywhere] text-ink-3">
        {drill.steps.map((step, index) => (
          // Steps have no other name than their place.
          <li key={`${index} ${step.at}`}>{stepText(step)}</li>
        ))}
      </ol>
      <Mails drill={drill} />
    </>
  )
}

const timeOf = (iso: string): string =>
  new Date(iso).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit', second: '2-digit' })

function stateText({ state, ends_at, reported_at }: ReportedDrill): string {
  if (state === 'ended') return `It ended at ${timeOf(reported_at)}.`
  const final = `the report is final at ${timeOf(reported_at)}.`
  return state === 'failing'
    ? `It fails until ${timeOf(ends_at)}; ${final}`
    : `The failure is over, and retries are awaited; ${final}`
}

function Mails({ drill: { report, state } }: { drill: ReportedDrill }) {
  return (
    <PageSection
      title="Messages"
      description={
        report.guessed > 0
          ? `${report.guessed} of all are known by sender and recipient alone, and may be several that cannot be told apart.`
          : 'Those that did not arrive at once and only once; the lost ones first.'
      }
    >
      {report.mails.length === 0 ? (
        <p className="text-ink-3">
          {report.offered === 0 ? 'None was offered yet.' : 'All messages arrived at once.'}
        </p>
      ) : (
        <ul aria-label="Messages" className="rounded-lg border border-line bg-surface">
          {report.mails.map((mail, index) => (
            // A lost message has no id.
            <MailRow key={`${index} ${mail.subject}`} mail={mail} isOver={state === 'ended'} />
          ))}
        </ul>
      )}
    </PageSection>
  )
}

function MailRow({ mail, isOver }: { mail: DrillMail; isOver: boolean }) {
  const [first] = mail.mails
  const subject = mail.subject ?? '(its content never came)'
  return (
    <li className="grid gap-0.5 border-b border-line px-3 py-2 [overflow-wrap:anywhere] last:border-b-0">
      <p className="flex flex-wrap justify-between gap-x-3">
        <span className="text-md font-[550] text-ink">
          {first === undefined ? subject : <Link to={`${paths.inbox}/${first}`}>{subject}</Link>}
        </span>
        <span className={mail.fate === 'lost' || mail.copies > 1 ? 'text-danger' : 'text-ink-2'}>
          {drillFate(mail, isOver)}
        </span>
      </p>
      <p className="text-sm text-ink-3">
        {mail.sender} to {mail.recipients.join(', ')}
      </p>
      {mail.excerpt && <p className="line-clamp-2 text-sm text-ink-3">{mail.excerpt}</p>}
      <details className="text-sm text-ink-3">
        <summary>{countText(mail.attempts.length, 'attempt')}</summary>
        <ol className="num">
          {mail.attempts.map(({ after_ms, at, outcome, reply }) => (
            <li key={`${after_ms} ${at} ${outcome}`}>
              {(after_ms / 1_000).toFixed(1)} s, {labPointTexts[at]}: {reply ?? outcome}
            </li>
          ))}
        </ol>
      </details>
    </li>
  )
}

function EndButton({ team, drill }: { team: number; drill: string }) {
  const { endDrill } = useFailureChanges(team)
  const ending = useSaid(() => endDrill(drill).then(() => 'Drill ended'))
  return (
    <Button
      icon={<Square className="fill-current" />}
      loading={ending.isPending}
      onClick={() => ending.mutate()}
    >
      End now
    </Button>
  )
}

function SaveButton({ name, label, text }: { name: string; label: string; text: () => string }) {
  function save(): void {
    const url = URL.createObjectURL(new Blob([text()], { type: 'text/plain' }))
    const link = Object.assign(document.createElement('a'), { href: url, download: name })
    link.click()
    URL.revokeObjectURL(url)
  }
  return (
    <Button icon={<Download />} onClick={save}>
      {label}
    </Button>
  )
}
