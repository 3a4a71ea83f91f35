import type { ReactNode } from 'react'
import { LoadError } from '../../../ui/pages/load-error.tsx'
import { Spinner } from '../../../ui/pages/spinner.tsx'

type LoadingProps = { query: Parameters<typeof LoadError>[0]['query'] }

/** Until a file is there, and when it does not come. */
export function Loading({ query }: LoadingProps) {
  if (query.error) return <LoadError query={query} title="This file could not be loaded" />
  return (
    <div className="grid flex-1 place-items-center">
      <Spinner />
    </div>
  )
}

/** Below what is shown: that there is more. */
export function CutNote({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="m-0 flex-none border-t border-line px-4 py-2 text-sm text-ink-3">
      {children}
    </p>
  )
}

export function Scroller({ children }: { children: ReactNode }) {
  return (
    <section
      aria-label="Contents of the file"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroll area has to be reachable by keyboard
      tabIndex={0}
      className="min-h-0 flex-1 overflow-auto px-4 py-3 outline-offset-[-2px]"
    >
      {children}
    </section>
  )
}
