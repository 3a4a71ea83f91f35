import { listMails, type Inspection, type Mail } from '@mailstop/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryKeys, queryOf } from '../../lib/api/queries.ts'
import { SelectField } from '../../ui/forms/select-field.tsx'
import { LoadError } from '../../ui/pages/load-error.tsx'
import { Dialog } from '../../ui/popups/dialog.tsx'
import { exactDateTime } from '../../ui/texts/date-texts.ts'
import { compareRows } from './compare-rows.ts'
import { Rows } from './rows.tsx'
import { useInspection } from './use-inspection.ts'

type CompareDialogProps = { team: number; mail: Mail; check: Inspection; onClose: () => void }

/** Two mails of one subject beside each other: what got better. */
export function CompareDialog({ team, mail, check, onClose }: CompareDialogProps) {
  const q = subjectSearch(mail.subject)
  const query = useQuery(
    queryOf(queryKeys.sameSubject(team, q), listMails, {
      params: { team: String(team) },
      query: { q, per_page: '25' },
    }),
  )
  const others = query.data?.filter(({ id }) => id !== mail.id) ?? []
  const [chosen, setChosen] = useState<string | null>(null)
  // The one before it is shown at first.
  const usual = others.find(({ id }) => id < mail.id) ?? others[0]
  const other = others.find(({ id }) => String(id) === chosen) ?? usual
  return (
    <Dialog open wide onOpenChange={onClose} title="Compare with another message">
      <LoadError query={query} title="The messages could not be loaded" />
      {query.data && !other && <p className="text-ink-2">No other message has this subject.</p>}
      {other && (
        <div className="grid gap-3">
          <SelectField
            label="Message with the same words in its subject"
            value={String(other.id)}
            onValueChange={setChosen}
            options={others.map(({ id, subject, received_at: at }) => ({
              value: String(id),
              label: `${exactDateTime(at)}: ${subject}`,
            }))}
          />
          <Comparison key={other.id} team={team} other={other.id} check={check} />
        </div>
      )}
    </Dialog>
  )
}

/** Words with a digit are left out: the number of an order is another in each mail. */
function subjectSearch(subject: string): string {
  const words = subject.split(/[\s"\\]+/).filter((word) => word !== '' && word.length <= 40)
  const steady = words.filter((word) => !/\d/.test(word))
  const searched = (steady.length > 0 ? steady : words).slice(0, 8)
  return searched.map((word) => `subject:"${word}"`).join(' ')
}

function Comparison({ team, other, check }: { team: number; other: number; check: Inspection }) {
  const query = useInspection(team, other)
  if (query.isPending) return <p className="appear-late text-ink-3">Checking...</p>
  if (!query.data) return <LoadError query={query} title="That message could not be checked" />
  const { sections, rules } = compareRows(query.data, check)
  return (
    <div className="grid max-h-[60vh] gap-3 overflow-y-auto">
      <Rows label="What got better and worse" rows={rules} />
      <Rows isClosed label="Sections: that message → this message" rows={sections} />
      {rules.length === 0 && <p className="text-sm text-ink-3">The same rules fire in both.</p>}
    </div>
  )
}
