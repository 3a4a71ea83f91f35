import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { useRef, type ReactNode } from 'react'
import { classNames } from '../class-names.ts'

type DialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description?: ReactNode
  /** Makes room for two columns or three, where there is space. */
  wide?: boolean | 'full'
  /** A press beside it does not close it: what it shows is shown once. */
  isKept?: boolean
  children: ReactNode
}

/**
 * While it is open, the focus stays in it, at first in its first field. Closing returns the focus to
 * where it was. Escape, the scrim and X close it.
 */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  wide = false,
  isKept = false,
  children,
}: DialogProps) {
  const popup = useRef<HTMLDivElement>(null)
  const firstField = () =>
    popup.current?.querySelector<HTMLElement>('input, textarea') ?? popup.current
  return (
    <Base.Root
      open={open}
      disablePointerDismissal={isKept}
      onOpenChange={(next) => onOpenChange(next)}
    >
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-scrim transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Viewport className="fixed inset-0 z-40 grid items-start justify-items-center overflow-y-auto scroll-pb-16 p-4 tablet:pt-[14vh]">
          <Base.Popup
            ref={popup}
            initialFocus={firstField}
            className={classNames(
              'popup w-full rounded-lg border border-line-strong bg-raised p-5 shadow-float outline-none',
              wide === 'full' ? 'max-w-[1080px]' : wide ? 'max-w-[780px]' : 'max-w-[440px]',
            )}
          >
            <div className="mb-4 flex items-start gap-4">
              <div className="grid min-w-0 flex-1 gap-1 [overflow-wrap:anywhere]">
                <Base.Title className="text-lg leading-6 font-semibold tracking-[-0.01em]">
                  {title}
                </Base.Title>
                {description && (
                  <Base.Description className="text-md text-ink-2">{description}</Base.Description>
                )}
              </div>
              {/* No tooltip: it would take the first Escape for itself. */}
              <Base.Close
                aria-label="Close"
                className="-mt-1 -mr-1.5 grid size-[30px] flex-none place-items-center rounded-md text-ink-3 hover:bg-raised-hover hover:text-ink pointer-coarse:size-10"
              >
                <X />
              </Base.Close>
            </div>
            {children}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}

/** The row of buttons at the end of a dialog: Cancel first, the main action last. It stays in sight of a long form. */
export function DialogActions({ children }: { children: ReactNode }) {
  return (
    <div className="sticky -bottom-4 mt-2 -mb-3 flex justify-end gap-2 bg-raised py-3 in-[form]:-mt-2">
      {children}
    </div>
  )
}
