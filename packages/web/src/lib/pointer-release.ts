/**
 * Knows whether a mouse button, a pen or a finger is down on the page. What moves under it between
 * press and release gets no click, so what may change the layout waits for the release.
 */
const waiting = new Set<() => void>()
let isPressed = false

function release(): void {
  // The click that the release makes comes first.
  setTimeout(() => {
    isPressed = false
    for (const resume of waiting) resume()
    waiting.clear()
  })
}

addEventListener('pointerdown', () => (isPressed = true), { capture: true })
addEventListener('pointerup', release, { capture: true })
// A drag that begins cancels its pointer, and a window that is left hears of no release.
addEventListener('pointercancel', release, { capture: true })
addEventListener('blur', ({ target }) => target instanceof Node || release(), { capture: true })

/** Resolves at once, or when what is pressed has been released and clicked. */
export async function pointerReleased(): Promise<void> {
  if (isPressed) await new Promise<void>((resolve) => waiting.add(resolve))
}
