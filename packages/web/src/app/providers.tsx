import { Tooltip } from '@base-ui/react/tooltip'
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Realtime } from '../lib/realtime.ts'
import { RealtimeContext } from '../lib/realtime-context.ts'
import { Toaster } from '../ui/toaster.tsx'

type ProvidersProps = { queryClient: QueryClient; realtime: Realtime; children: ReactNode }

export function Providers({ queryClient, realtime, children }: ProvidersProps) {
  return (
    <QueryClientProvider client={queryClient}>
      <RealtimeContext value={realtime}>
        <Tooltip.Provider delay={0}>{children}</Tooltip.Provider>
        <Toaster />
      </RealtimeContext>
    </QueryClientProvider>
  )
}
