import { classNames } from '../../ui/class-names.ts'
import type { MailDocument } from './mail-document.ts'
import type { PreviewWidth } from './mail-look-controls.tsx'

type MailFrameProps = {
  document: MailDocument
  dark: boolean
  width: PreviewWidth
}

/** As wide as there is room, and at most as wide as such a device. */
const maxWidths = { phone: 'max-w-[390px]', tablet: 'max-w-[768px]', full: '' }

/**
 * A mail's HTML in a frame that runs nothing, is of no origin and fetches nothing unasked. The
 * frame scrolls within itself: it cannot tell us how high its contents are, and it should not.
 */
export function MailFrame({ document, dark, width }: MailFrameProps) {
  return (
    <iframe
      title="Mail content"
      sandbox="allow-popups allow-popups-to-escape-sandbox"
      referrerPolicy="no-referrer"
      srcDoc={document.srcdoc}
      style={{
        background: dark && !document.inverted ? '#121212' : '#fff',
        ...(document.inverted ? { filter: 'invert(0.91) hue-rotate(180deg)' } : {}),
      }}
      className={classNames(
        'mx-auto block h-full w-full rounded-lg border border-line',
        maxWidths[width],
      )}
    />
  )
}
