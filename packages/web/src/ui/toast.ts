import { deferred } from '../lib/deferred.ts'

type ToastOptions = {
  /** The button of the toast. `keys` do the same while the toast shows. */
  action?: { label: string; keys?: string; onClick: () => void }
}

export type ToastMessage = ToastOptions & {
  id: string
  kind: 'success' | 'info' | 'error'
  text: string
}

type ToastDisplay = { show: (message: ToastMessage) => void; dismiss: (id: string) => void }

/** What draws the toasts. Messages wait until it is loaded and shown. */
export const toaster = deferred(() => import('./toaster.tsx'))

let display: ToastDisplay | null = null
let waiting: ToastMessage[] = []
let lastId = 0

/** Shows the waiting messages and all further ones, until the returned function is called. */
export function displayToasts(shown: ToastDisplay): () => void {
  display = shown
  waiting.forEach(shown.show)
  waiting = []
  return () => {
    if (display === shown) display = null
  }
}

function show(kind: ToastMessage['kind']) {
  return (text: string, options: ToastOptions = {}): string => {
    const message = { ...options, id: `toast-${++lastId}`, kind, text }
    if (display) display.show(message)
    else {
      waiting.push(message)
      // If loading fails, the next message tries again and shows this one too.
      toaster.load().catch(() => undefined)
    }
    return message.id
  }
}

/** Short messages at the edge of the page. Each function returns the id for `dismiss`. */
export const toast = {
  success: show('success'),
  info: show('info'),
  error: show('error'),
  dismiss(id: string) {
    waiting = waiting.filter((message) => message.id !== id)
    display?.dismiss(id)
  },
}
