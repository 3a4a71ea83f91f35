import { Columns2, Image, Monitor, Moon, Smartphone, Sun, Tablet } from 'lucide-react'
import { useIsPhone } from '../../../../lib/use-media.ts'
import { classNames } from '../../../../ui/class-names.ts'
import { IconButton } from '../../../../ui/buttons/icon-button.tsx'

/** Pixels, as wide as these devices are in CSS. */
export const previewPixels = { phone: 390, tablet: 768 } as const

/** The preview of an HTML mail: as wide as a device or as the pane, as a light or a dark client shows it, or as both. */
export type Look = {
  width: keyof typeof previewPixels | 'full'
  scheme: 'light' | 'dark' | 'both'
}

type MailLookControlsProps = {
  look: Look
  onLook: (look: Look) => void
  /** Whether its images are fetched; null when it has none from the web. */
  images: boolean | null
  onImages: (images: boolean) => void
}

const widths = [
  { value: 'phone', label: `Phone width, ${previewPixels.phone} px`, icon: Smartphone },
  { value: 'tablet', label: `Tablet width, ${previewPixels.tablet} px`, icon: Tablet },
  { value: 'full', label: 'Full width', icon: Monitor },
] as const

const schemes = [
  { value: 'light', label: 'Light preview', icon: Sun },
  { value: 'dark', label: 'Dark preview', icon: Moon },
  { value: 'both', label: 'Light and dark', icon: Columns2 },
] as const

export function MailLookControls({ look, onLook, images, onImages }: MailLookControlsProps) {
  // A phone has one width, and room for one frame.
  const isPhone = useIsPhone()
  const pressed = (on: boolean) => ({
    'aria-pressed': on,
    className: classNames(on && 'bg-hover text-ink'),
  })
  const separator = <span aria-hidden className="mx-1.5 h-[18px] w-px bg-line" />
  return (
    <div role="group" aria-label="Preview" className="flex flex-none items-center gap-0.5">
      {!isPhone &&
        widths.map(({ value, label, icon: Icon }) => (
          <IconButton
            key={value}
            label={label}
            icon={<Icon />}
            onClick={() => onLook({ ...look, width: value })}
            {...pressed(look.width === value)}
          />
        ))}
      {!isPhone && separator}
      {schemes
        .filter(({ value }) => !isPhone || value !== 'both')
        .map(({ value, label, icon: Icon }) => (
          <IconButton
            key={value}
            label={label}
            icon={<Icon />}
            onClick={() => onLook({ ...look, scheme: value })}
            {...pressed(look.scheme === value)}
          />
        ))}
      {images !== null && (
        <>
          {separator}
          <IconButton
            label="Remote images"
            icon={<Image />}
            onClick={() => onImages(!images)}
            {...pressed(images)}
          />
        </>
      )}
    </div>
  )
}
