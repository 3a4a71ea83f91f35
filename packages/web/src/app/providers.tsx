import { Tooltip } from '@base-ui/react/tooltip'
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Toaster } from '../ui/toaster.tsx'

type ProvidersProps = { queryClient: QueryClient; children: ReactNode }

export function Providers({ queryClient, children }: ProvidersProps) {
  return (
    <QueryClientProvider client={queryClient}>
      <Tooltip.Provider delay={0}>{children}</Tooltip.Provider>
      <Toaster />
    </QueryClientProvider>
  )
}
