/**
 * Short news at the edge of the page. What shows it (toasts.tsx) loads after the page, or with the
 * first news, which waits for it here.
 */
type ToastOptions = {
  /** What can be done about it. `keys` do the same wherever this news shows. */
  action?: { label: string; keys?: string; onClick: () => void }
}
export type News = { id: string; kind: 'success' | 'info' | 'error'; text: string } & ToastOptions
type Board = { show: (news: News) => void; dismiss: (id: string) => void }

let board: Board | null = null
let waiting: readonly News[] = []
let count = 0
const listeners = new Set<() => void>()

function wait(next: readonly News[]) {
  waiting = next
  for (const listener of listeners) listener()
}

function show(kind: News['kind']) {
  return (text: string, options: ToastOptions = {}): string => {
    count += 1
    const news = { ...options, id: `toast-${count}`, kind, text }
    if (board !== null) board.show(news)
    else wait([...waiting, news])
    return news.id
  }
}

export const toast = {
  success: show('success'),
  info: show('info'),
  error: show('error'),
  dismiss(id: string) {
    if (board !== null) board.dismiss(id)
    else wait(waiting.filter((news) => news.id !== id))
  },
}

/** Toasts are shown from now on, until the function that is given back is called. */
export function showToasts(on: Board): () => void {
  board = on
  const ready = waiting
  wait([])
  for (const news of ready) on.show(news)
  return () => {
    board = null
  }
}

/** For `useSyncExternalStore`: whether there is news that nothing shows yet. */
export const waitingToasts = {
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  any: () => waiting.length > 0,
}
