import { useEffect, useState } from 'react'
import { countsText, LevelIcon } from './levels.tsx'
import { useInspection } from './use-inspection.ts'

/** A mail is checked once it stays open for this long: going through the list checks none of them. */
const restMs = 500

/** How much the check of an open mail found, beside the name of its tab. */
export function CheckCount({ team, mail }: { team: number; mail: number }) {
  const [rested, setRested] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setRested(true), restMs)
    return () => clearTimeout(timer)
  }, [])
  const { data } = useInspection(team, mail, rested)
  if (!data || data.verdict === 'pass') return null
  return (
    <span
      className="ml-1.5 inline-flex items-center gap-1 align-[-2px]"
      title={countsText(data.counts)}
    >
      <LevelIcon level={data.verdict} className="size-3.5!" />
      {data.counts.fail > 0 && (
        <span aria-hidden className="num text-xs">
          {data.counts.fail}
        </span>
      )}
      <span className="sr-only">, {countsText(data.counts)}</span>
    </span>
  )
}
