import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { loadCommands } from '../../../lib/keys/commands.ts'
import { deferred, useDeferred } from '../../../lib/deferred.ts'
import { toast } from '../../../ui/popups/toast.ts'

const appPalette = deferred(() => import('./app-palette.tsx'))

/**
 * The command palette, which opens with the commands of the whole screen. What is typed while their code
 * loads becomes its text: on the page each letter would be a shortcut. Escape ends the wait.
 */
export function usePalette(code = appPalette) {
  const [isOpen, setOpen] = useState(false)
  const [typedBefore, setTypedBefore] = useState('')
  const AppPalette = useDeferred(code, false)?.AppPalette
  const opening = useRef<CollectedKeys | null>(null)

  async function open() {
    if (opening.current) return
    const keys = collectKeys(() => {
      opening.current = null
    })
    opening.current = keys
    const [loaded] = await Promise.allSettled([code.load(), loadCommands()])
    if (opening.current !== keys) return
    opening.current = null
    const text = keys.end()
    if (loaded.status === 'rejected') {
      toast.error('The command palette could not be loaded. Try again in a moment.')
      return
    }
    // The next key already belongs to the palette.
    flushSync(() => {
      setTypedBefore(text)
      setOpen(true)
    })
  }
  return { AppPalette, isOpen, setOpen, typedBefore, open: () => void open() }
}

type CollectedKeys = {
  /** Leaves the keys to the page again. Returns the typed text. */
  end: () => string
}

/** Keeps all keys from the page. Escape ends this and calls `onCancel`. */
function collectKeys(onCancel: () => void): CollectedKeys {
  let text = ''
  function collect(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Escape') {
      end()
      onCancel()
    } else if (event.key === 'Backspace') text = text.slice(0, -1)
    else if (event.key.length === 1) text += event.key
  }
  function end() {
    document.removeEventListener('keydown', collect, { capture: true })
    return text
  }
  document.addEventListener('keydown', collect, { capture: true })
  return { end }
}
