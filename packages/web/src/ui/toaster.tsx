import { CircleAlert, CircleCheck, Info } from 'lucide-react'
import type { CSSProperties } from 'react'
import { Toaster as Sonner } from 'sonner'

const look: CSSProperties & Record<`--${string}`, string> = {
  '--width': '356px',
  '--normal-bg': 'var(--raised)',
  '--normal-border': 'var(--line-strong)',
  '--normal-text': 'var(--text)',
  '--border-radius': 'var(--radius-lg)',
  fontFamily: 'var(--font)',
}

/** Where `toast(…)` of sonner is shown. */
export function Toaster() {
  return (
    <Sonner
      position="bottom-right"
      duration={4000}
      visibleToasts={3}
      gap={14}
      offset={20}
      swipeDirections={['right', 'bottom']}
      style={look}
      toastOptions={{
        classNames: {
          toast: '!text-md !px-3.5 !py-3 !gap-2.5 !shadow-float',
          title: '!font-medium',
          description: '!text-ink-2',
          actionButton: '!bg-transparent !text-accent !font-semibold !text-md !px-1',
        },
      }}
      icons={{
        success: <CircleCheck aria-hidden className="text-ok" />,
        error: <CircleAlert aria-hidden className="text-danger" />,
        info: <Info aria-hidden className="text-ink-3" />,
      }}
    />
  )
}
