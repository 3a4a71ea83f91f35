import type { InspectionRule, InspectionSection } from '@mailstop/contract'
import { BellOff, CircleQuestionMark } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { placeOf } from './place-button.tsx'
import { Rows } from './rows.tsx'

type FindingListProps = {
  section: InspectionSection
  rules: ReadonlyMap<string, InspectionRule>
  /** Null for those who may not. */
  onMute: ((rule: string) => void) | null
}

const order = ['fail', 'warn', 'info']

/** The findings of a section, the worst first. */
export function FindingList({ section: { findings, more }, rules, onMute }: FindingListProps) {
  const [explained, setExplained] = useState<number | null>(null)
  const sorted = findings.toSorted((a, b) => order.indexOf(a.level) - order.indexOf(b.level))
  const rows = sorted.map(({ rule: id, level, message, where }, index) => {
    const rule = rules.get(id)
    const isExplained = explained === index
    return {
      level,
      text: message,
      place: placeOf(where),
      code: where?.excerpt ?? null,
      below: isExplained && rule && <Explanation rule={rule} />,
      action: (
        <>
          <IconButton
            label={`Why: ${rule?.what ?? id}`}
            icon={<CircleQuestionMark />}
            aria-expanded={isExplained}
            onClick={() => setExplained(isExplained ? null : index)}
          />
          {onMute && (
            <IconButton
              label={`Mute for the team: ${rule?.what ?? id}`}
              icon={<BellOff />}
              onClick={() => onMute(id)}
            />
          )}
        </>
      ),
    }
  })
  return <Rows label="Findings" rows={rows} more={more} />
}

function Explanation({ rule: { id, why, mend, since } }: { rule: InspectionRule }) {
  return (
    <div className="my-1 grid gap-1 text-sm text-pretty text-ink-2">
      <p className="m-0">{why}</p>
      <p className="m-0">
        <span className="font-[550] text-ink">How to fix it:</span> {mend}
      </p>
      <p className="m-0 text-ink-3">
        <code className="font-mono">{id}</code>
        {since !== null && `, since ${since}`}
      </p>
    </div>
  )
}
