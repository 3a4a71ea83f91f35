import type { Inspection, InspectionSection, Mail, Team } from '@mailstop/contract'
import { useState, type ReactNode } from 'react'
import { may } from '../../lib/team-permissions.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { TextCopyButton } from './text-copy-button.tsx'
import { LoadError } from '../../ui/pages/load-error.tsx'
import { Skeleton } from '../../ui/pages/skeleton.tsx'
import { CheckCard, headingId } from './check-card.tsx'
import { checkMarkdown } from './check-markdown.ts'
import { CompareDialog } from './compare-dialog.tsx'
import { SectionFacts } from './facts/section-facts.tsx'
import { FindingList } from './finding-list.tsx'
import { LevelIcon, sectionTitles, skippedTexts, statusText } from './levels.tsx'
import { MutedRules } from './muted-rules.tsx'
import { PlacesContext, type Places } from './place-button.tsx'
import { useInspection, useMute, useRules } from './use-inspection.ts'

/** What would go wrong with a mail in real inboxes: a card, then a section for each subject. */
export function CheckView({ team, mail, ...places }: Places & { team: Team; mail: Mail }) {
  const check = useInspection(team.id, mail.id)
  if (check.isPending) return <CheckSkeleton />
  if (!check.data) return <LoadError query={check} title="This message could not be checked" />
  return (
    <PlacesContext value={places}>
      <Check team={team} mail={mail} check={check.data} />
    </PlacesContext>
  )
}

const heading = 'text-lg font-semibold tracking-[-0.01em] scroll-mt-3 rounded-[3px]'
const stack = 'grid grid-cols-[minmax(0,1fr)] gap-2.5'

function Check({ team, mail, check }: { team: Team; mail: Mail; check: Inspection }) {
  const rules = useRules()
  const mute = useMute(team.id)
  const onMute = may(team, 'change_rules') ? (rule: string) => mute(rule, true) : null
  const [comparing, setComparing] = useState(false)
  return (
    <div className={`${stack} gap-7!`}>
      <CheckCard check={check}>
        <TextCopyButton label="Copy as Markdown" text={() => checkMarkdown(mail.subject, check)} />
        <Button size="sm" onClick={() => setComparing(true)}>
          Compare…
        </Button>
      </CheckCard>
      {check.sections.map((section) => (
        <CheckSection key={section.id} section={section}>
          <FindingList section={section} rules={rules} onMute={onMute} />
          <SectionFacts section={section} team={team} mail={mail} />
        </CheckSection>
      ))}
      {check.muted.length > 0 && (
        <section aria-labelledby="check-muted" className={stack}>
          <h2 id="check-muted" className={heading}>
            Muted for the team
          </h2>
          <MutedRules team={team} muted={check.muted} />
        </section>
      )}
      {comparing && (
        <CompareDialog {...{ team: team.id, mail, check }} onClose={() => setComparing(false)} />
      )}
    </div>
  )
}

function CheckSection({ section, children }: { section: InspectionSection; children: ReactNode }) {
  const { id, status, skipped } = section
  return (
    <section aria-labelledby={headingId(section)} className={stack}>
      <header className="flex flex-wrap items-center gap-x-2">
        <LevelIcon level={status} />
        <h2 id={headingId(section)} tabIndex={-1} className={heading}>
          {sectionTitles[id]}
        </h2>
        <span className="num text-sm text-ink-3">
          {skipped === null ? statusText(section) : skippedTexts[skipped]}
        </span>
      </header>
      {children}
    </section>
  )
}

function CheckSkeleton() {
  return (
    <div role="status" className="appear-late grid gap-3">
      <p className="text-sm text-ink-2">Checking...</p>
      <Skeleton className="h-72! w-full rounded-lg" />
    </div>
  )
}
