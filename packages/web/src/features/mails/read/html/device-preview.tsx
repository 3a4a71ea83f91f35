import { X } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { IconButton } from '../../../../ui/buttons/icon-button.tsx'
import { classNames } from '../../../../ui/class-names.ts'
import { screenOf, type Look } from './preview-look.ts'

type DevicePreviewProps = {
  look: Look
  /** How many frames are beside each other. */
  frames: number
  /** What is simulated, or why not. */
  note: string | null
  onClose: () => void
  children: ReactNode
}

/**
 * A box exactly as wide as a screen for each frame, or as the pane. One that is wider than the pane gets the whole
 * window. The contents stay mounted, as a frame would load again.
 */
export function DevicePreview({ look, frames, note, onClose, children }: DevicePreviewProps) {
  const [pane, paneWidth] = usePaneWidth()
  const close = useRef<HTMLButtonElement>(null)
  const screen = screenOf(look)
  const frameWidth = screen?.width ?? (frames > 1 ? besideAnother : null)
  const pixels = frameWidth && frameWidth * frames
  // The width includes the two borders. Zero means that it is not known.
  const isWhole = pixels !== null && paneWidth > 0 && pixels + 2 > paneWidth
  useEffect(() => {
    if (isWhole) close.current?.focus()
  }, [isWhole])
  const size = screen && `${screen.width} × ${screen.height} px`
  const label = [size, note].filter(Boolean).join(' · ')
  return (
    <div ref={pane} className="h-full">
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- a dialog when it listens for Escape */}
      <div
        role={isWhole ? 'dialog' : 'presentation'}
        aria-modal={isWhole || undefined}
        aria-label={isWhole ? `${size ?? 'Light and dark'} preview` : undefined}
        onKeyDown={(event) => {
          if (!isWhole || event.key !== 'Escape') return
          event.preventDefault()
          event.stopPropagation()
          onClose()
        }}
        className={classNames(
          'flex flex-col',
          isWhole ? 'fixed inset-0 z-30 overflow-x-auto bg-bg p-2 pt-0' : 'h-full',
        )}
      >
        {(label !== '' || isWhole) && (
          <div
            className={classNames(
              'sticky left-0 flex flex-none items-center justify-center gap-2 text-center text-xs text-ink-3',
              isWhole ? 'min-h-11' : 'pb-1.5',
            )}
          >
            <span className="num">{label}</span>
            {isWhole && (
              <IconButton ref={close} label="Close the preview" icon={<X />} onClick={onClose} />
            )}
          </div>
        )}
        <div
          className={classNames(
            'mx-auto flex min-h-0 flex-1 flex-col',
            screen ? 'box-content' : 'w-full',
          )}
          style={
            screen
              ? { width: (pixels ?? 0) + 2, maxHeight: screen.height + (look.hasRuler ? 22 : 2) }
              : { minWidth: pixels ?? 0, zoom: isWhole ? zoomFor(pixels) : 1 }
          }
        >
          {look.hasRuler && <PixelRuler frames={frames} />}
          <div className="flex min-h-0 flex-1 overflow-hidden rounded-lg border border-line">
            {children}
          </div>
        </div>
      </div>
    </div>
  )
}

/** Two looks stay in sight in a narrow window too. */
const zoomFor = (pixels: number) => Math.min(1, (window.innerWidth - windowMargins) / pixels)
const windowMargins = 18

/** Most mail is 600 pixels wide, which stands in a frame of this width with its margin and a scrollbar. */
const besideAnother = 640

/** A mark for every ten pixels of each frame, and a number for every hundred. */
function PixelRuler({ frames }: { frames: number }) {
  return (
    <div aria-hidden className="mx-px flex h-5 flex-none">
      {Array.from({ length: frames }, (_, frame) => (
        <div key={frame} className="pixel-ruler relative min-w-0 flex-1 overflow-hidden">
          {Array.from({ length: 30 }, (__, hundred) => (
            <span
              key={hundred}
              className="num absolute top-0 text-[10px] leading-none text-ink-3"
              style={{ left: hundred * 100 + 3 }}
            >
              {hundred * 100}
            </span>
          ))}
        </div>
      ))}
    </div>
  )
}

/** The width of the element with the ref; 0 until it is measured. */
function usePaneWidth() {
  const pane = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    if (pane.current === null) return
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0))
    observer.observe(pane.current)
    return () => observer.disconnect()
  }, [])
  return [pane, width] as const
}
