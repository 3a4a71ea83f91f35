import {
  countText,
  getRetention,
  setRetention,
  type Retention,
  type Team,
} from '@mailstop/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { call } from '../../lib/api/api-client.ts'
import { useSchemaForm } from '../../lib/form.ts'
import { queryKeys, queryOf } from '../../lib/api/queries.ts'
import { may } from '../../lib/team-permissions.ts'
import { ConfirmDialog } from '../../ui/popups/confirm-dialog.tsx'
import { Form, SubmitButton } from '../../ui/forms/form.tsx'
import { LoadError } from '../../ui/pages/load-error.tsx'
import { PageSection } from '../../ui/pages/page-section.tsx'
import { Skeleton } from '../../ui/pages/skeleton.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { toast } from '../../ui/popups/toast.ts'

const numberText = z
  .string()
  .trim()
  .regex(/^(?:[1-9]\d{0,8})?$/, { error: 'Enter a whole number from 1, or nothing' })
const retentionForm = z.object({ days: numberText, mails: numberText })

const retentionQuery = (team: number) =>
  queryOf(queryKeys.retention(team), getRetention, { params: { team: String(team) } })

/** How long a team keeps its mail: for its owner to choose, for others to read. */
export function TeamRetention({ team }: { team: Team }) {
  const retention = useQuery(retentionQuery(team.id))
  return (
    <PageSection
      title="Retention"
      description="Older mail is deleted by itself. Flagged mail is kept."
    >
      {retention.isPending && (
        <div role="status" aria-label="Loading" className="appear-late grid max-w-[420px] gap-3">
          <Skeleton className="h-9! w-full rounded-md" />
          <Skeleton className="h-9! w-full rounded-md" />
        </div>
      )}
      <LoadError query={retention} title="The retention could not be loaded" />
      {retention.data &&
        (may(team, 'set_retention') ? (
          <RetentionForm team={team} retention={retention.data} />
        ) : (
          <p className="text-sm text-ink-2">{keptText(retention.data)}</p>
        ))}
    </PageSection>
  )
}

const least = (a: number | null, b: number | null) =>
  a === null || b === null ? (a ?? b) : Math.min(a, b)

function keptText({ days, mails, most_days, most_mails }: Retention): string {
  const kept = [
    [least(days, most_days), 'day'] as const,
    [least(mails, most_mails), 'message'] as const,
  ].flatMap(([count, what]) => (count === null ? [] : [countText(count, what)]))
  return kept.length === 0
    ? 'This team keeps its mail without end.'
    : `This team keeps its mail for at most ${kept.join(' and ')}.`
}

function RetentionForm({ team, retention }: { team: Team; retention: Retention }) {
  const queryClient = useQueryClient()
  const { most_days: mostDays, most_mails: mostMails } = retention
  const [asked, setAsked] = useState<Kept | null>(null)
  async function save(body: Kept, reset: (texts: Texts) => void) {
    const { data } = await call(setRetention, { params: { team: String(team.id) }, body })
    queryClient.setQueryData(retentionQuery(team.id).queryKey, data)
    reset(textsOf(data))
    toast.success('Retention saved')
  }
  const form = useSchemaForm(retentionForm, textsOf(retention), async (texts, reset) => {
    const body = { days: numberOf(texts.days), mails: numberOf(texts.mails) }
    // What a smaller number deletes cannot come back.
    if (keepsLess(body, retention)) setAsked(body)
    else await save(body, reset)
  })
  const lessen = useMutation({
    mutationFn: (body: Kept) => save(body, form.reset),
    onSuccess: () => setAsked(null),
  })
  return (
    <Form form={form} className="max-w-[420px]">
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={() => setAsked(null)}
        title="Keep less mail?"
        action="Delete older mail"
        asked={lessen}
        onConfirm={() => asked && lessen.mutate(asked)}
      >
        What “{team.name}” has beyond this is deleted for everyone within a few minutes, except for
        flagged mail. It cannot be restored.
      </ConfirmDialog>
      <TextField
        label="Days"
        inputMode="numeric"
        autoComplete="off"
        placeholder={mostDays === null ? 'Without end' : String(mostDays)}
        hint={hintOf(mostDays, 'day')}
        {...form.field('days')}
      />
      <TextField
        label="Messages"
        inputMode="numeric"
        autoComplete="off"
        placeholder={mostMails === null ? 'Any number' : String(mostMails)}
        hint={hintOf(mostMails, 'message')}
        {...form.field('mails')}
      />
      <SubmitButton form={form} className="justify-self-start">
        Save retention
      </SubmitButton>
    </Form>
  )
}

type Texts = { days: string; mails: string }
type Kept = Pick<Retention, 'days' | 'mails'>

const keepsLess = (wanted: Kept, now: Retention): boolean =>
  isLess(wanted.days, least(now.days, now.most_days)) ||
  isLess(wanted.mails, least(now.mails, now.most_mails))

const isLess = (wanted: number | null, now: number | null) =>
  wanted !== null && (now === null || wanted < now)

const hintOf = (most: number | null, what: string) =>
  most === null
    ? `Leave it empty to keep any number of ${what}s.`
    : `This server keeps ${countText(most, what)} at most.`

const numberOf = (text: string) => (text === '' ? null : Number(text))
const textsOf = ({ days, mails }: Retention) => ({
  days: days === null ? '' : String(days),
  mails: mails === null ? '' : String(mails),
})
