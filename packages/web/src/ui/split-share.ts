/** Where the handle between two panes was left, in percent; null when that is not known. */
export function readShare(id: string): number | null {
  try {
    const share = Number.parseFloat(localStorage.getItem(key(id)) ?? '')
    return Number.isFinite(share) ? share : null
  } catch {
    return null
  }
}

export function storeShare(id: string, share: number): void {
  try {
    localStorage.setItem(key(id), String(share))
  } catch {
    // It begins where it always does.
  }
}

const key = (id: string) => `panes:${id}`
