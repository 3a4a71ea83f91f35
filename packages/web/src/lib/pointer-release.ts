/**
 * Knows whether a mouse button, a pen or a finger is down on the page. An element that moves between
 * press and release gets no click, so changes of the layout wait for the release.
 */
const waiting = new Set<() => void>()
let isPressed = false

function release(): void {
  // The click of this release comes first.
  setTimeout(() => {
    isPressed = false
    for (const resume of waiting) resume()
    waiting.clear()
  })
}

addEventListener('pointerdown', () => (isPressed = true), { capture: true })
addEventListener('pointerup', release, { capture: true })
// A drag cancels its pointer, and a window without the focus gets no release.
addEventListener('pointercancel', release, { capture: true })
addEventListener('blur', ({ target }) => target instanceof Node || release(), { capture: true })

/** Resolves at once, or after the release and its click. */
export async function pointerReleased(): Promise<void> {
  if (isPressed) await new Promise<void>((resolve) => waiting.add(resolve))
}
