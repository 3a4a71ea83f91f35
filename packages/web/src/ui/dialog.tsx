import type { ReactNode } from 'react'
import { deferred, useDeferred } from '../lib/deferred.ts'
import type { DialogProps } from './dialog-popup.tsx'

const popup = deferred(() => import('./dialog-popup.tsx'))

/**
 * Takes the focus (into its first field, if any), keeps it while open and gives it back. Closed by
 * Escape, by the scrim and by X.
 */
export function Dialog(props: DialogProps) {
  const loaded = useDeferred(popup, props.open)
  return loaded && <loaded.DialogPopup {...props} />
}

/** The row of buttons that ends a dialog: the way out first, what it is for last. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className="mt-5 flex justify-end gap-2">{children}</div>
}
