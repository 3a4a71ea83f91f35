import {
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react'
import { readStored, store } from '../../lib/stored.ts'

type SplitPanesProps = {
  /** The name under which the width is remembered. */
  id: string
  /** The accessible name of the handle: 'Width of the list'. */
  label: string
  start: ReactNode
  end: ReactNode
  /** Percent of the width: the initial size of `start`, and the minimum of each pane. */
  initial: number
  least: number
  /** The minimum of `start` in pixels, where that is more. */
  leastPixels?: number
  /** How far an arrow key moves the handle, in percent of the width. */
  step: number
}

/** The position is remembered when the handle has not moved for this long. */
const saveDelayMs = 100

/** Two panes side by side. The pointer or the keyboard moves the handle between them. */
export function SplitPanes(props: SplitPanesProps) {
  const { id, label, start, end, initial, least, leastPixels = 0, step } = props
  const most = 100 - least
  const [width, setWidth] = useState(0)
  const first = width === 0 ? least : Math.min(most, Math.max(least, (leastPixels / width) * 100))
  const within = (percent: number) => Math.min(most, Math.max(first, percent))
  const [chosen, setShare] = useState(() => readShare(id) ?? initial)
  // A window that becomes wide again gives back the width that was chosen.
  const share = within(chosen)
  const container = useRef<HTMLDivElement>(null)
  const pane = useId()

  useLayoutEffect(() => {
    const element = container.current
    if (element === null) return undefined
    const look = () => setWidth(element.getBoundingClientRect().width)
    look()
    const observer = new ResizeObserver(look)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  useEffect(() => {
    const timer = setTimeout(() => store(key(id), String(chosen)), saveDelayMs)
    return () => clearTimeout(timer)
  }, [id, chosen])

  function onKeyDown(event: KeyboardEvent) {
    const targets: Partial<Record<string, number>> = {
      ArrowLeft: share - step,
      ArrowRight: share + step,
      Home: first,
      End: most,
    }
    const target = targets[event.key]
    if (target === undefined) return
    event.preventDefault()
    setShare(within(target))
  }

  return (
    <div ref={container} className="flex h-full min-h-0 bg-surface">
      <div id={pane} className="min-w-0 flex-none" style={{ width: `${share}%` }}>
        {start}
      </div>
      <div
        role="separator"
        aria-orientation="vertical"
        aria-label={label}
        aria-controls={pane}
        aria-valuenow={Math.round(share)}
        aria-valuemin={Math.round(first)}
        aria-valuemax={most}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onDoubleClick={() => setShare(initial)}
        onPointerDown={(event) => {
          if (event.button === 0) event.currentTarget.setPointerCapture(event.pointerId)
        }}
        onPointerMove={(event) => {
          const box = container.current?.getBoundingClientRect()
          if (!box || !event.currentTarget.hasPointerCapture(event.pointerId)) return
          setShare(within(((event.clientX - box.left) / box.width) * 100))
        }}
        className="relative w-px flex-none cursor-col-resize touch-none bg-line outline-none transition-colors select-none before:absolute before:inset-y-0 before:-inset-x-px before:z-10 after:absolute after:inset-y-0 after:-inset-x-1 after:z-10 pointer-coarse:after:-inset-x-5 hover:before:bg-accent/30 focus-visible:before:bg-accent active:before:bg-accent/60"
      />
      <div className="min-w-0 flex-1">{end}</div>
    </div>
  )
}

/** The remembered position of the handle, in percent; null when there is none. */
function readShare(id: string): number | null {
  const share = Number.parseFloat(readStored(key(id)) ?? '')
  return Number.isFinite(share) ? share : null
}

const key = (id: string) => `panes:${id}`
