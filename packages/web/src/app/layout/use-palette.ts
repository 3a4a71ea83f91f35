import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { loadCommands } from '../../lib/commands.ts'
import { deferred, useDeferred } from '../../lib/deferred.ts'

const appPalette = deferred(() => import('./app-palette.tsx'))

/**
 * The command palette, which opens with the commands of the whole screen. What is typed while their code
 * loads becomes its text: on the page each letter would be a shortcut.
 */
export function usePalette() {
  const [isOpen, setOpen] = useState(false)
  const [typedBefore, setTypedBefore] = useState('')
  const AppPalette = useDeferred(appPalette, false)?.AppPalette
  const isOpening = useRef(false)

  async function open() {
    if (isOpening.current) return
    isOpening.current = true
    const collectedText = collectKeys()
    await Promise.allSettled([appPalette.load(), loadCommands()])
    isOpening.current = false
    const text = collectedText()
    // The next key already belongs to the palette.
    flushSync(() => {
      setTypedBefore(text)
      setOpen(true)
    })
  }
  return { AppPalette, isOpen, setOpen, typedBefore, open: () => void open() }
}

/** Keeps all keys from the page. The returned function ends this and returns the typed text. */
function collectKeys(): () => string {
  let text = ''
  function collect(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Backspace') text = text.slice(0, -1)
    else if (event.key.length === 1) text += event.key
  }
  document.addEventListener('keydown', collect, { capture: true })
  return () => {
    document.removeEventListener('keydown', collect, { capture: true })
    return text
  }
}
