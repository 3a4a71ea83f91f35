import { createContext, use, useSyncExternalStore } from 'react'
import type { ConnectionState, Realtime } from './realtime.ts'

export const RealtimeContext = createContext<Realtime | null>(null)

/** The application's live connection. */
export function useRealtime(): Realtime {
  const realtime = use(RealtimeContext)
  if (realtime === null) throw new Error('useRealtime is used outside of RealtimeContext')
  return realtime
}

export function useConnectionState(): ConnectionState {
  const realtime = useRealtime()
  return useSyncExternalStore(realtime.subscribe, realtime.connectionState)
}
