import { useEffect, useRef } from 'react'
import { useShortcuts } from '../../../../lib/keys/shortcuts.ts'
import { addPrintout, type Printed } from './printout.ts'

/** Remote images that take longer are left out. */
const longestLoadMs = 5_000

/**
 * Returns what prints the open mail; null as long as there is none. A browser whose own menu prints gets the mail as well: there
 * is no time to wait for images, and a page of the paper may end within a line.
 */
export function usePrint(printed: Printed | null): (() => void) | null {
  const latest = useRef(printed)
  useEffect(() => {
    latest.current = printed
  })
  useEffect(() => {
    function before() {
      if (latest.current === null) return
      const frame = addPrintout(latest.current)
      frame.style.height = `${frame.contentDocument?.documentElement.scrollHeight ?? 0}px`
    }
    const after = () => document.querySelector('.printout')?.remove()
    window.addEventListener('beforeprint', before)
    window.addEventListener('afterprint', after)
    return () => {
      window.removeEventListener('beforeprint', before)
      window.removeEventListener('afterprint', after)
      after()
    }
  }, [])
  const run = printed && (() => void print(printed))
  useShortcuts({ 'mod+p': () => run?.() }, run !== null)
  return run
}

async function print(printed: Printed): Promise<void> {
  const frame = addPrintout(printed)
  const view = frame.contentWindow
  if (view === null) return
  if (frame.contentDocument?.readyState !== 'complete') {
    await new Promise<unknown>((resolve) => {
      view.addEventListener('load', resolve, { once: true })
      setTimeout(resolve, longestLoadMs)
    })
  }
  view.addEventListener('afterprint', () => frame.remove(), { once: true })
  view.print()
}
