import { CloudOff } from 'lucide-react'
import { useConnectionState } from '../../lib/realtime-context.ts'

/** Says that news may be missing. It goes by itself: everything is fetched anew on reconnection. */
export function OfflineBar() {
  const state = useConnectionState()
  return (
    <div role="status">
      {state === 'offline' && (
        <p className="flex h-7 items-center justify-center gap-2 border-b border-line bg-hover px-4 text-xs font-medium text-ink-2">
          <CloudOff aria-hidden className="size-3.5!" />
          <span className="truncate">Offline. What you see may be out of date. Reconnecting…</span>
        </p>
      )}
    </div>
  )
}
