import { Toast } from '@base-ui/react/toast'
import { CircleAlert, CircleCheck, Info } from 'lucide-react'
import { useEffect, useRef, useState, type PointerEvent } from 'react'
import { useShortcuts } from '../../lib/keys/shortcuts.ts'
import { KeyHint } from '../buttons/key-hint.tsx'
import { displayToasts, type ToastMessage } from './toast.ts'

const shownMs = 4_000
/** A toast with an action stays longer: the user has to read it and reach its button. */
const actionMs = 10_000

/** Pixels. The library dismisses only what is swiped further than 40. */
const swipeThreshold = 20

/** Moves the focus to the newest toast. */
const newestKey = 'F8'

const icons = {
  success: <CircleCheck className="text-ok" />,
  error: <CircleAlert className="text-danger" />,
  info: <Info className="text-ink-3" />,
}

const manager = Toast.createToastManager<ToastMessage>()

function show(message: ToastMessage) {
  const { id, action } = message
  manager.add({ id, data: message, ...(action && { timeout: actionMs }) })
}

/** Where toasts show: each of them whole, the newest at the bottom. */
export function Toaster() {
  // Runs after the effect by which the provider subscribes.
  useEffect(() => displayToasts({ show, dismiss: manager.close }), [])
  return (
    <Toast.Provider toastManager={manager} timeout={shownMs} limit={3}>
      <ToastRegion />
    </Toast.Provider>
  )
}

function ToastRegion() {
  const { toasts } = Toast.useToastManager<ToastMessage>()
  const region = useRef<HTMLDivElement>(null)
  // The element that had the focus before. It gets the focus back when the toast is left.
  const cameFrom = useRef<Element | null>(null)
  function goBack() {
    if (cameFrom.current instanceof HTMLElement) cameFrom.current.focus({ preventScroll: true })
    cameFrom.current = null
  }
  useShortcuts({
    [newestKey]() {
      const newest = region.current?.querySelector<HTMLElement>('[role=listitem]')
      if (!newest || newest.contains(document.activeElement)) return
      cameFrom.current = document.activeElement
      const target = newest.querySelector('button') ?? newest
      target.focus()
    },
  })
  return (
    <Toast.Viewport
      ref={region}
      aria-label={`Notifications, ${newestKey}`}
      onClick={goBack}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        goBack()
      }}
      // A bar at the bottom has buttons, which stay within reach.
      className="fixed right-5 bottom-5 z-50 w-[min(356px,100vw-40px)] outline-none [:root:has([data-bottom-bar])_&]:bottom-16 max-tablet:[:root:has([data-bottom-bar])_&]:bottom-24"
    >
      {toasts.length > 0 && (
        <div role="list">
          {toasts.map((toast) => (
            <ToastItem key={toast.id} toast={toast} />
          ))}
        </div>
      )}
    </Toast.Viewport>
  )
}

function ToastItem({ toast }: { toast: Toast.Root.ToastObject<ToastMessage> }) {
  const from = useRef({ x: 0, y: 0 })
  const [swiped, setSwiped] = useState<'right' | 'down'>()

  function release({ currentTarget, clientX, clientY, pointerType }: PointerEvent) {
    // A finger leaves no `mouseleave` behind: the library would keep the toast until the next tap elsewhere.
    if (pointerType === 'touch') setTimeout(() => manager.close(toast.id), toast.timeout ?? shownMs)
    const right = clientX - from.current.x
    const down = clientY - from.current.y
    const isSwipe = currentTarget.hasAttribute('data-swiping')
    if (!isSwipe || Math.max(right, down) < swipeThreshold) return
    setSwiped(right > down ? 'right' : 'down')
    manager.close(toast.id)
  }

  if (toast.data === undefined) return null
  const { kind, text, action } = toast.data
  return (
    <Toast.Root
      toast={toast}
      // No dialog: the keys of the page work in it, and its text is no name.
      role="listitem"
      aria-modal={undefined}
      aria-labelledby={undefined}
      tabIndex={-1}
      onPointerDown={({ clientX, clientY }) => {
        from.current = { x: clientX, y: clientY }
      }}
      onPointerUp={release}
      data-swiped={swiped}
      className="toast absolute right-0 bottom-0 w-full rounded-lg border border-line-strong bg-raised text-md font-medium shadow-float select-none"
    >
      <Toast.Content className="flex items-center gap-2.5 px-3.5 py-3 leading-5">
        {icons[kind]}
        <Toast.Title render={<div />} className="min-w-0 flex-1 [overflow-wrap:anywhere]">
          {text}
          {/* Tells a screen reader how to reach the action. The button shows the keys for it. */}
          {action && (
            <span className="sr-only">
              . {action.label}: {newestKey}
            </span>
          )}
        </Toast.Title>
        {action && (
          <Toast.Action
            className="-my-1 flex flex-none items-center gap-2 rounded-sm px-1 py-1 font-semibold text-accent pointer-coarse:-my-2 pointer-coarse:h-10 pointer-coarse:px-3"
            onClick={() => {
              action.onClick()
              manager.close(toast.id)
            }}
          >
            {action.label}
            {action.keys && (
              <span aria-hidden>
                <KeyHint keys={action.keys} />
              </span>
            )}
          </Toast.Action>
        )}
      </Toast.Content>
    </Toast.Root>
  )
}
