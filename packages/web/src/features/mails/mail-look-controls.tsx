import { Monitor, Moon, Smartphone } from 'lucide-react'
import { useIsNarrow } from '../../lib/use-media.ts'
import { classNames } from '../../ui/class-names.ts'
import { IconButton } from '../../ui/icon-button.tsx'

export type PreviewWidth = 'phone' | 'full'

type MailLookControlsProps = {
  width: PreviewWidth
  onWidth: (width: PreviewWidth) => void
  dark: boolean
  onDark: (dark: boolean) => void
}

/** How an html mail is looked at: on a phone or a desktop, in a light or a dark client. */
export function MailLookControls({ width, onWidth, dark, onDark }: MailLookControlsProps) {
  // Where the whole window is as wide as a phone there is nothing to choose.
  const isNarrow = useIsNarrow()
  const pressed = (on: boolean) => ({
    'aria-pressed': on,
    className: classNames(on && 'bg-hover text-ink'),
  })
  return (
    <div role="group" aria-label="Preview" className="ml-auto flex items-center gap-0.5">
      {!isNarrow && (
        <>
          <IconButton
            label="Phone width"
            icon={<Smartphone aria-hidden />}
            onClick={() => onWidth('phone')}
            {...pressed(width === 'phone')}
          />
          <IconButton
            label="Full width"
            icon={<Monitor aria-hidden />}
            onClick={() => onWidth('full')}
            {...pressed(width === 'full')}
          />
        </>
      )}
      <IconButton
        label="Dark preview"
        icon={<Moon aria-hidden />}
        onClick={() => onDark(!dark)}
        {...pressed(dark)}
      />
    </div>
  )
}
