import { Check, Copy, X, type LucideIcon } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'

type CopyState = 'idle' | 'copied' | 'failed'

/** How long the outcome of copying is shown. */
const shownMs = 3000

type CopyControl = {
  /** What its button says: `label`, or for three seconds the outcome. */
  text: string
  Icon: LucideIcon
  hasCopied: boolean
  copy: (text: string) => Promise<void>
}

/** Copies text to the clipboard, for a button with this label and icon. */
export function useCopy(label: string, icon: LucideIcon = Copy): CopyControl {
  const [state, setState] = useState<CopyState>('idle')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  async function copy(text: string) {
    const copied = await writeClipboard(text)
    setState(copied ? 'copied' : 'failed')
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setState('idle'), shownMs)
  }
  return {
    text: { idle: label, copied: 'Copied!', failed: 'Copy failed!' }[state],
    Icon: { idle: icon, copied: Check, failed: X }[state],
    hasCopied: state === 'copied',
    copy,
  }
}

/** The clipboard is missing on pages served without TLS from another host, and can be refused. */
async function writeClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
