import type { ReactNode } from 'react'
import { useIsNarrow } from '../../../lib/use-media.ts'
import { SplitPanes } from '../../../ui/split-panes.tsx'

type InboxLayoutProps = { list: ReactNode; detail: ReactNode; isReading: boolean }

/** The list beside the mail, or one of the two where there is no room for both. */
export function InboxLayout({ list, detail, isReading }: InboxLayoutProps) {
  return useIsNarrow() ? (
    <div className="flex h-full min-h-0 flex-col bg-surface">{isReading ? detail : list}</div>
  ) : (
    <SplitPanes
      id="inbox"
      label="Width of the list"
      start={list}
      end={detail}
      initial={33}
      least={20}
      step={10}
    />
  )
}
