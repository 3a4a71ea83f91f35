import { useEffect, useRef } from 'react'
import type { MailDocument } from './mail-document.ts'
import { matchAddress } from '../find/mark-matches.ts'

type MailFrameProps = {
  document: MailDocument
  /** Names the frame; two beside each other have two names. */
  title: string
  /** The index of the current match. */
  match: number
}

/**
 * The HTML of a mail in a frame without scripts and without an origin, which fetches nothing unless the
 * user wants it. The frame has its own scrollbar, because this page cannot read the height of its contents.
 */
export function MailFrame({ document, title, match }: MailFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const isLoaded = useRef(false)
  const hasMatches = document.matches > 0
  useEffect(() => {
    if (hasMatches && isLoaded.current) goTo(frame.current, match)
  }, [hasMatches, match])
  return (
    <iframe
      ref={frame}
      onLoad={() => {
        if (hasMatches && !isLoaded.current) goTo(frame.current, match)
        isLoaded.current = true
      }}
      title={title}
      sandbox="allow-popups allow-popups-to-escape-sandbox"
      referrerPolicy="no-referrer"
      srcDoc={document.srcdoc}
      style={{ background: document.isDark ? '#121212' : '#fff' }}
      className="block h-full min-w-0 flex-1"
    />
  )
}

/** In a frame of another origin we can only navigate. `replace` adds no entry to the history. */
function goTo(frame: HTMLIFrameElement | null, match: number): void {
  frame?.contentWindow?.location.replace(matchAddress(match))
}
