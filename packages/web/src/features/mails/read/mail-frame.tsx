import { useEffect, useRef } from 'react'
import { classNames } from '../../../ui/class-names.ts'
import type { MailDocument } from './mail-document.ts'
import type { PreviewWidth } from './mail-look-controls.tsx'
import { matchAddress } from './mark-matches.ts'

type MailFrameProps = {
  document: MailDocument
  dark: boolean
  width: PreviewWidth
  /** The index of the current match. */
  match: number
}

/** The full width, limited to that of the device. */
const maxWidths = { phone: 'max-w-[390px]', tablet: 'max-w-[768px]', full: '' }

/**
 * The HTML of a mail in a frame without scripts and without an origin, which fetches nothing unless the
 * user wants it. The frame has its own scrollbar, because this page cannot read the height of its contents.
 */
export function MailFrame({ document, dark, width, match }: MailFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const isLoaded = useRef(false)
  const hasMatches = document.matches > 0
  useEffect(() => {
    if (hasMatches && isLoaded.current) goTo(frame.current, match)
  }, [hasMatches, match])
  return (
    <div
      className={classNames(
        'mx-auto h-full w-full overflow-hidden rounded-lg border border-line',
        maxWidths[width],
      )}
    >
      <iframe
        ref={frame}
        onLoad={() => {
          if (hasMatches && !isLoaded.current) goTo(frame.current, match)
          isLoaded.current = true
        }}
        title="Mail content"
        sandbox="allow-popups allow-popups-to-escape-sandbox"
        referrerPolicy="no-referrer"
        srcDoc={document.srcdoc}
        style={{
          background: dark && !document.inverted ? '#121212' : '#fff',
          ...(document.inverted ? { filter: 'invert(0.91) hue-rotate(180deg)' } : {}),
        }}
        className="block size-full"
      />
    </div>
  )
}

/** In a frame of another origin we can only navigate. `replace` adds no entry to the history. */
function goTo(frame: HTMLIFrameElement | null, match: number): void {
  frame?.contentWindow?.location.replace(matchAddress(match))
}
