import { Dialog } from '@base-ui/react/dialog'
import type { KeyboardEvent, ReactNode } from 'react'
import { keyNames } from '../../../lib/keys/shortcut-keys.ts'

type SidebarDrawerProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  children: ReactNode
}

/** The sidebar on a narrow screen, over the page. Escape, the scrim and navigation close it. */
export function SidebarDrawer({ open, onOpenChange, children }: SidebarDrawerProps) {
  /** Shortcuts of the page do not work in a dialog. */
  function closeByKey(event: KeyboardEvent) {
    if (!keyNames(event).includes('mod+b')) return
    event.preventDefault()
    onOpenChange(false)
  }

  return (
    <Dialog.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-30 bg-scrim transition-opacity duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Dialog.Popup
          onKeyDown={closeByKey}
          className="fixed inset-y-0 left-0 z-30 w-[18rem] max-w-[86vw] border-r border-line bg-bg shadow-float transition-transform duration-200 ease-out outline-none data-ending-style:-translate-x-full data-starting-style:-translate-x-full"
        >
          <Dialog.Title className="sr-only">Sidebar</Dialog.Title>
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
