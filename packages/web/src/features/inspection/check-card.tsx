import type { Inspection, InspectionSection } from '@mailstop/contract'
import type { ReactNode } from 'react'
import { countsText, LevelIcon, levelWord, sectionTitles, statusText } from './levels.tsx'

export const headingId = (section: InspectionSection): string => `check-${section.id}`

/** The verdict, and a tile for each section that leads to it. */
export function CheckCard({ check, children }: { check: Inspection; children: ReactNode }) {
  const isUnknown = check.sections.every(({ status }) => status === 'skipped')
  return (
    <section
      aria-labelledby="check-verdict"
      className="rounded-lg border border-line bg-bg p-4 max-tablet:p-3"
    >
      <header className="mb-3 flex flex-wrap items-center gap-2">
        <LevelIcon level={isUnknown ? 'skipped' : check.verdict} className="size-5!" />
        <h2 id="check-verdict" className="num min-w-40 flex-1 text-lg font-semibold">
          {isUnknown ? levelWord('skipped') : countsText(check.counts)}
        </h2>
        {children}
      </header>
      <ul className="m-0 grid list-none grid-cols-[repeat(auto-fill,minmax(150px,1fr))] gap-1.5 p-0">
        {check.sections.map((section) => (
          <Tile key={section.id} section={section} />
        ))}
      </ul>
    </section>
  )
}

function Tile({ section }: { section: InspectionSection }) {
  function show() {
    const heading = document.getElementById(headingId(section))
    heading?.scrollIntoView({ block: 'start' })
    heading?.focus({ preventScroll: true })
  }
  return (
    <li>
      <button
        type="button"
        onClick={show}
        className="flex w-full items-start gap-2 rounded-md border border-line bg-surface px-2.5 py-2 text-left hover:bg-hover"
      >
        <LevelIcon level={section.status} className="mt-px" />
        <span className="grid min-w-0 text-sm leading-[18px] *:truncate">
          <span className="font-[550] text-ink">{sectionTitles[section.id]}</span>
          <span className="num text-xs text-ink-2">{statusText(section)}</span>
        </span>
      </button>
    </li>
  )
}
