import { CircleAlert, CircleCheck, Info } from 'lucide-react'
import { useEffect, useRef, type CSSProperties, type FocusEvent, type PointerEvent } from 'react'
import { toast as sonner, Toaster as Sonner } from 'sonner'
import { useShortcuts } from '../../lib/keys/shortcuts.ts'
import { KeyHint } from '../buttons/key-hint.tsx'
import { displayToasts, type ToastMessage } from './toast.ts'

const look: CSSProperties & Record<`--${string}`, string> = {
  '--width': '356px',
  '--normal-bg': 'var(--raised)',
  '--normal-border': 'var(--line-strong)',
  '--normal-text': 'var(--text)',
  '--border-radius': 'var(--radius-lg)',
  fontFamily: 'var(--font)',
}

/** Pixels: the swipe that dismisses a toast here, and the longer one that Sonner demands without an option. */
const swipeThreshold = 20
const sonnersThreshold = 45

type Point = { x: number; y: number }

const pointOf = ({ clientX, clientY }: PointerEvent): Point => ({ x: clientX, y: clientY })

/**
 * Moves a toast that was swiped far enough as far as Sonner demands, before Sonner measures. Sonner itself
 * takes the first step of a swipe for its direction alone.
 */
function completeSwipe({ target }: PointerEvent, from: Point, to: Point) {
  const swiped = target instanceof Element && target.closest<HTMLElement>('[data-swiping=true]')
  if (!swiped) return
  for (const axis of ['x', 'y'] as const) {
    if (to[axis] - from[axis] < swipeThreshold) continue
    swiped.style.setProperty(`--swipe-amount-${axis}`, `${sonnersThreshold}px`)
  }
}

/** Sonner closes no toast while the pointer is over one. A toast that has the focus stays as well. */
function keepWhileFocused({ target, currentTarget, relatedTarget }: FocusEvent) {
  if (relatedTarget instanceof Node && currentTarget.contains(relatedTarget)) return
  target.dispatchEvent(new MouseEvent('mousemove', { bubbles: true }))
}

function releaseWithFocus({ target, currentTarget, relatedTarget }: FocusEvent) {
  if (relatedTarget instanceof Node && currentTarget.contains(relatedTarget)) return
  leave(target)
}

/** A toast with an action stays longer: the user has to read it and reach its button. */
const actionMs = 10_000

/**
 * A finger that taps a toast leaves no `mouseout` behind, by which Sonner would learn that the toast is
 * no longer used: it would stay until something else is tapped.
 */
const leave = (target: EventTarget) =>
  target.dispatchEvent(new MouseEvent('mouseout', { bubbles: true, relatedTarget: document.body }))

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
  const byFinger = useRef(false)
  const swipe = useRef({ from: { x: 0, y: 0 }, to: { x: 0, y: 0 } })
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
      byFinger.current = false
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
      onPointerDownCapture={(event) => {
        byFinger.current = event.pointerType === 'touch'
        swipe.current = { from: pointOf(event), to: pointOf(event) }
        // Sonner takes no swipe while any text is selected.
        window.getSelection()?.removeAllRanges()
      }}
      onPointerMoveCapture={(event) => (swipe.current.to = pointOf(event))}
      onPointerUpCapture={(event) => completeSwipe(event, swipe.current.from, swipe.current.to)}
      // Sonner hears of no cancelled pointer, and would take it for one that still presses.
      onPointerCancel={({ target }) =>
        target.dispatchEvent(new globalThis.PointerEvent('pointerup', { bubbles: true }))
      }
      // The mouse events that a browser makes of a tap come after the finger has left.
      onMouseMove={({ target }) => byFinger.current && leave(target)}
      onFocus={(event) => byFinger.current || keepWhileFocused(event)}
      onBlur={releaseWithFocus}
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
            // A swipe with the mouse would select the text instead.
            toast: 'select-none !text-md !px-3.5 !py-3 !gap-2.5 !shadow-float',
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
