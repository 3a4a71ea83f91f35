import { X } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { classNames } from '../../../../ui/class-names.ts'
import { IconButton } from '../../../../ui/buttons/icon-button.tsx'
import { previewPixels, type Look } from './mail-look-controls.tsx'

type DevicePreviewProps = {
  width: Look['width']
  /** How many frames are beside each other. */
  frames: number
  onClose: () => void
  children: ReactNode
}

const names = { phone: 'Phone', tablet: 'Tablet' }

/**
 * A box exactly as wide as a device for each frame, or as the pane. One that is wider than the pane gets the whole
 * window. The contents stay mounted, as a frame would load again.
 */
export function DevicePreview({ width, frames, onClose, children }: DevicePreviewProps) {
  const [pane, paneWidth] = usePaneWidth()
  const close = useRef<HTMLButtonElement>(null)
  const pixels = width === 'full' ? null : previewPixels[width] * frames
  // The width includes the two borders. Zero means that it is not known.
  const isWhole = pixels !== null && paneWidth > 0 && pixels + 2 > paneWidth
  useEffect(() => {
    if (isWhole) close.current?.focus()
  }, [isWhole])
  const label = width === 'full' ? null : `${names[width]}, ${previewPixels[width]} px`
  return (
    <div ref={pane} className="h-full">
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- a dialog when it listens for Escape */}
      <div
        role={isWhole ? 'dialog' : 'presentation'}
        aria-modal={isWhole || undefined}
        aria-label={isWhole ? `${label} preview` : undefined}
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
        {label !== null && (
          <div
            className={classNames(
              'sticky left-0 flex flex-none items-center justify-center gap-2 text-xs text-ink-3',
              isWhole ? 'h-11' : 'pb-1.5',
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
            'mx-auto flex min-h-0 flex-1 overflow-hidden rounded-lg border border-line',
            pixels === null ? 'w-full' : 'box-content',
          )}
          style={pixels === null ? {} : { width: pixels }}
        >
          {children}
        </div>
      </div>
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
