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

/** What draws the toasts. Messages wait until its code is loaded. */
let display: ToastDisplay | null = null
let waiting: readonly ToastMessage[] = []
let onWaiting: () => void = () => undefined
let lastId = 0

export const hasWaitingToasts = () => waiting.length > 0

/** Has one subscriber: the layout, which loads what draws the toasts. */
export function subscribeToWaiting(listener: () => void): () => void {
  onWaiting = listener
  return () => {
    onWaiting = () => undefined
  }
}

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
      waiting = [...waiting, message]
      onWaiting()
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
