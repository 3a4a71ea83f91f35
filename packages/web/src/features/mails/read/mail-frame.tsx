import { useEffect, useRef } from 'react'
import { classNames } from '../../../ui/class-names.ts'
import type { MailDocument } from './mail-document.ts'
import type { PreviewWidth } from './mail-look-controls.tsx'
import { matchAddress } from './mark-matches.ts'

type MailFrameProps = {
  document: MailDocument
  dark: boolean
  width: PreviewWidth
  /** Which match of what was looked for is the current one. */
  match: number
}

/** As wide as there is room, and at most as wide as such a device. */
const maxWidths = { phone: 'max-w-[390px]', tablet: 'max-w-[768px]', full: '' }

/**
 * A mail's HTML in a frame that runs nothing, is of no origin and fetches nothing unasked. The
 * frame scrolls within itself: this page cannot read how high its contents are, and should not.
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

/** Going to a place is all that we may do in a frame of another origin. It leaves no history. */
function goTo(frame: HTMLIFrameElement | null, match: number): void {
  frame?.contentWindow?.location.replace(matchAddress(match))
}
