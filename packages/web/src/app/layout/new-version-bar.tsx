import { RefreshCw } from 'lucide-react'
import { useIsNewVersion } from '../../lib/api/new-version.ts'

/** It is part of the first load, because after an upgrade no more code may be there to load. */
export function NewVersionBar() {
  const isNew = useIsNewVersion()
  return (
    <div role="status">
      {isNew && (
        <p className="flex h-7 items-center justify-center gap-2 border-b border-line bg-hover px-4 text-xs font-medium text-ink-2">
          <RefreshCw className="size-3.5!" />
          <span className="truncate">A new version is here.</span>
          <button
            type="button"
            aria-label="Reload the page"
            className="touch-area rounded-[3px] font-[550] text-accent underline-offset-3 hover:underline"
            onClick={() => window.location.reload()}
          >
            Reload
          </button>
        </p>
      )}
    </div>
  )
}
