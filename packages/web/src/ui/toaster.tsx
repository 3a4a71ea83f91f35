import { CircleAlert, CircleCheck, Info } from 'lucide-react'
import { useEffect, useRef, type CSSProperties, type FocusEvent, type PointerEvent } from 'react'
import { toast as sonner, Toaster as Sonner } from 'sonner'
import { useShortcuts } from '../lib/shortcuts.ts'
import { KeyHint } from './key-hint.tsx'
import { displayToasts, type ToastMessage } from './toast.ts'

const look: CSSProperties & Record<`--${string}`, string> = {
  '--width': '356px',
  '--normal-bg': 'var(--raised)',
  '--normal-border': 'var(--line-strong)',
  '--normal-text': 'var(--text)',
  '--border-radius': 'var(--radius-lg)',
  fontFamily: 'var(--font)',
}

/** In pixels: the swipe that dismisses a toast here, and the longer one that Sonner demands without an option. */
const swipeThreshold = 20
const sonnersThreshold = 45

/** Moves a toast that was swiped far enough as far as Sonner demands, before Sonner measures. */
function completeSwipe({ target }: PointerEvent) {
  const swiped = target instanceof Element && target.closest<HTMLElement>('[data-swiping=true]')
  if (!swiped) return
  for (const amount of ['--swipe-amount-x', '--swipe-amount-y']) {
    const pixels = Number.parseFloat(swiped.style.getPropertyValue(amount))
    if (pixels < swipeThreshold || pixels >= sonnersThreshold) continue
    swiped.style.setProperty(amount, `${sonnersThreshold}px`)
  }
}

/** Sonner closes no toast while the pointer is over one. A toast that has the focus stays as well. */
function keepWhileFocused(over: boolean) {
  return ({ target, currentTarget, relatedTarget }: FocusEvent) => {
    if (relatedTarget instanceof Node && currentTarget.contains(relatedTarget)) return
    const type = over ? 'mousemove' : 'mouseout'
    target.dispatchEvent(new MouseEvent(type, { bubbles: true, relatedTarget: document.body }))
  }
}

/** A toast with an action stays longer: the user has to read it and reach its button. */
const actionMs = 10_000

/** Moves the focus to the newest toast. */
const newestKey = 'F8'

/** The title tells a screen reader how to reach the action; the button shows the keys for it. */
function show({ id, kind, text, action }: ToastMessage) {
  if (!action) {
    sonner[kind](text, { id })
    return
  }
  const { label, keys, onClick } = action
  const title = (
    <>
      {text}
      <span className="sr-only">
        . {label}: {newestKey}
      </span>
    </>
  )
  const button = (
    <>
      {label}
      {keys && (
        <span aria-hidden className="ml-2">
          <KeyHint keys={keys} />
        </span>
      )}
    </>
  )
  sonner[kind](title, { id, action: { label: button, onClick }, duration: actionMs })
}

/** Where toasts show. */
export function Toaster() {
  // Runs after the effect by which Sonner subscribes.
  useEffect(() => displayToasts({ show, dismiss: (id) => void sonner.dismiss(id) }), [])
  const root = useRef<HTMLDivElement>(null)
  // The element that had the focus before. It gets the focus back when the toast is left.
  const cameFrom = useRef<Element | null>(null)
  function goBack() {
    if (cameFrom.current instanceof HTMLElement) cameFrom.current.focus({ preventScroll: true })
    cameFrom.current = null
  }
  useShortcuts({
    [newestKey]() {
      const newest = root.current?.querySelector<HTMLElement>(
        '[data-sonner-toast][data-front=true][data-removed=false]',
      )
      if (!newest || newest.contains(document.activeElement)) return
      cameFrom.current = document.activeElement
      const target = newest.querySelector('button') ?? newest
      target.focus()
    },
  })
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- only follows the use of the toasts inside
    <div
      ref={root}
      onClick={goBack}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        goBack()
      }}
      onPointerUpCapture={completeSwipe}
      onFocus={keepWhileFocused(true)}
      onBlur={keepWhileFocused(false)}
    >
      <Sonner
        position="bottom-right"
        // Our own key goes to the action of the newest toast, and back.
        hotkey={[]}
        customAriaLabel={`Notifications, ${newestKey}`}
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
            actionButton:
              '!bg-transparent !text-accent !font-semibold !text-md !px-1 pointer-coarse:!-my-2 pointer-coarse:!h-10 pointer-coarse:!px-3',
          },
        }}
        icons={{
          success: <CircleCheck className="text-ok" />,
          error: <CircleAlert className="text-danger" />,
          info: <Info className="text-ink-3" />,
        }}
      />
    </div>
  )
}
