import { Monitor, Moon, Smartphone, Tablet } from 'lucide-react'
import { useIsPhone } from '../../../../lib/use-media.ts'
import { classNames } from '../../../../ui/class-names.ts'
import { IconButton } from '../../../../ui/buttons/icon-button.tsx'

export type PreviewWidth = 'phone' | 'tablet' | 'full'

/** Pixels, as wide as these devices are in CSS. */
export const previewPixels = { phone: 390, tablet: 768 } as const

type MailLookControlsProps = {
  width: PreviewWidth
  onWidth: (width: PreviewWidth) => void
  dark: boolean
  onDark: (dark: boolean) => void
}

const widths = [
  { value: 'phone', label: `Phone width, ${previewPixels.phone} px`, icon: Smartphone },
  { value: 'tablet', label: `Tablet width, ${previewPixels.tablet} px`, icon: Tablet },
  { value: 'full', label: 'Full width', icon: Monitor },
] as const

/** The preview of an HTML mail: as wide as a phone, a tablet or a desktop, in a light or dark client. */
export function MailLookControls({ width, onWidth, dark, onDark }: MailLookControlsProps) {
  // On a phone there is no width to select.
  const isPhone = useIsPhone()
  const pressed = (on: boolean) => ({
    'aria-pressed': on,
    className: classNames(on && 'bg-hover text-ink'),
  })
  return (
    <div role="group" aria-label="Preview" className="flex flex-none items-center gap-0.5">
      {!isPhone &&
        widths.map(({ value, label, icon: Icon }) => (
          <IconButton
            key={value}
            label={label}
            icon={<Icon />}
            onClick={() => onWidth(value)}
            {...pressed(width === value)}
          />
        ))}
      <IconButton
        label="Dark preview"
        icon={<Moon />}
        onClick={() => onDark(!dark)}
        {...pressed(dark)}
      />
    </div>
  )
}
