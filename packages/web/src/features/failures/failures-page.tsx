import { stepText, type LabStep, type Team } from '@mailstop/contract'
import { Copy, FlaskConical, Pencil, Play, Plus, Trash2 } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useSaid } from '../../lib/api/use-said.ts'
import { usePageTitle } from '../../lib/paths/use-page-title.ts'
import { may } from '../../lib/team-permissions.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { PageHeading } from '../../ui/pages/page-heading.tsx'
import { PageSection } from '../../ui/pages/page-section.tsx'
import { PagedList } from '../../ui/pages/paged-list.tsx'
import { DrillsSection } from './drills-section.tsx'
import { RunningList } from './running-list.tsx'
import { ScenarioDialog, type Edited } from './scenario-dialog.tsx'
import { StartDialog, type Starting } from './start-dialog.tsx'
import { useFailureChanges, useScenarios } from './use-failures.ts'

/** Lets SMTP fail on purpose, so that a team sees what its app does then. */
export function FailuresPage({ team }: { team: Team }) {
  usePageTitle('Failures')
  const query = useScenarios(team.id)
  const [edited, setEdited] = useState<Edited | null>(null)
  const [starting, setStarting] = useState<Starting | null>(null)
  const mayChange = may(team, 'manage_inboxes')
  const running = query.data?.meta.running ?? []
  const list = { list: query, problem: 'The scenarios could not be loaded', empty: noneYet }
  const rowOf = (which: string, title: string, steps: readonly LabStep[], others: ReactNode) => (
    <ScenarioRow key={which} {...{ title, steps }}>
      {mayChange && others}
      {mayChange && (
        <Button
          size="sm"
          icon={<Play />}
          aria-label={`Start ${title}`}
          onClick={() => setStarting({ which, isDrill: false })}
        >
          Start
        </Button>
      )}
    </ScenarioRow>
  )
  return (
    <>
      <PageHeading title="Failures">
        Mail servers that are slow, full, strict or gone, for the tests of an app that sends. One
        inbox fails for a time; the others notice nothing. Without any set-up, an address such as
        bounce+550@smtp.invalid fails too.
      </PageHeading>
      {running.length > 0 && <RunningList team={team.id} {...{ running, mayChange }} />}
      <DrillsSection
        team={team.id}
        onStart={mayChange ? () => setStarting({ which: 'greylist', isDrill: true }) : null}
      />
      <PageSection title="Presets">
        <PagedList
          label="Presets"
          items={query.data?.meta.presets}
          {...list}
          renderRow={({ name, title, steps }) =>
            rowOf(
              name,
              title,
              steps,
              <IconButton
                label={`Copy ${title}`}
                icon={<Copy />}
                onClick={() => setEdited({ id: null, name: title, steps })}
              />,
            )
          }
        />
      </PageSection>
      <PageSection
        title="Your own"
        description="Steps in their order, for some recipients, attempts or percent alone."
        action={
          mayChange && (
            <Button icon={<Plus />} onClick={() => setEdited(newScenario)}>
              Add scenario
            </Button>
          )
        }
      >
        <PagedList
          label="Scenarios of your own"
          items={query.data?.data}
          {...list}
          renderRow={({ id, name, steps }) =>
            rowOf(
              String(id),
              name,
              steps,
              <>
                <IconButton
                  label={`Edit ${name}`}
                  icon={<Pencil />}
                  onClick={() => setEdited({ id, name, steps })}
                />
                <RemoveButton team={team.id} {...{ id, name }} />
              </>,
            )
          }
        />
      </PageSection>
      {edited && <ScenarioDialog team={team.id} edited={edited} onClose={() => setEdited(null)} />}
      {starting && (
        <StartDialog team={team.id} starting={starting} onClose={() => setStarting(null)} />
      )}
    </>
  )
}

const noneYet = {
  icon: <FlaskConical />,
  title: 'No scenarios of your own yet',
  text: 'For example: at RCPT, for *@slow.test, wait 8 s.',
}

const newScenario: Edited = {
  id: null,
  name: '',
  steps: [{ at: 'rcpt', do: { reply: { code: 451, enhanced: '4.3.0', text: 'Try again later' } } }],
}

type ScenarioRowProps = { title: string; steps: readonly LabStep[]; children: ReactNode }

function ScenarioRow({ title, steps, children }: ScenarioRowProps) {
  return (
    <li className="flex min-h-11 flex-wrap items-center gap-x-2 gap-y-1 border-b border-line py-1.5 pr-2 pl-3 last:border-b-0">
      <div className="grid min-w-48 flex-1 gap-0.5">
        <p className="text-md font-[550] [overflow-wrap:anywhere] text-ink">{title}</p>
        <ol className="text-sm [overflow-wrap:anywhere] text-ink-3">
          {steps.map((step, index) => (
            // Steps have no other name than their place.
            <li key={`${index} ${step.at}`}>{stepText(step)}</li>
          ))}
        </ol>
      </div>
      <span className="flex flex-none items-center gap-1">{children}</span>
    </li>
  )
}

function RemoveButton({ team, id, name }: { team: number; id: number; name: string }) {
  const { remove } = useFailureChanges(team)
  const { mutate, isPending } = useSaid(() => remove(id).then(() => `${name} removed`))
  return (
    <IconButton
      label={`Remove ${name}`}
      icon={<Trash2 />}
      loading={isPending}
      onClick={() => mutate()}
    />
  )
}
