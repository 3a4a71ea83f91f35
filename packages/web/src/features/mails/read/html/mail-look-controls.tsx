import {
  ChevronDown,
  Columns2,
  Image,
  ImageOff,
  Moon,
  RotateCcwSquare,
  Ruler,
  Sun,
} from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { useIsPhone } from '../../../../lib/use-media.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { IconButton } from '../../../../ui/buttons/icon-button.tsx'
import { classNames } from '../../../../ui/class-names.ts'
import { Menu, MenuItem, MenuSeparator } from '../../../../ui/popups/menu.tsx'
import { darkModes, type DarkMode } from './dark-colors.ts'
import { darkLabels, screenWidths, type Look } from './preview-look.ts'

type MailLookControlsProps = {
  look: Look
  onLook: (look: Look) => void
  /** What a mail in the dark is shown as, chosen or not. */
  darkMode: DarkMode
  /** Whether its images are fetched; null when it has none from the web. */
  images: boolean | null
  onImages: (images: boolean) => void
}

const schemes = [
  { value: 'light', label: 'Light preview', icon: <Sun /> },
  { value: 'dark', label: 'Dark preview', icon: <Moon /> },
  { value: 'both', label: 'Light and dark', icon: <Columns2 /> },
] as const

export function MailLookControls(props: MailLookControlsProps) {
  const { look, onLook, images, onImages } = props
  // A phone has one width, and room for one frame.
  const isPhone = useIsPhone()
  return (
    <div role="group" aria-label="Preview" className="flex flex-wrap items-center gap-0.5">
      {!isPhone && (
        <>
          <WidthMenu look={look} onLook={onLook} />
          {look.width !== 'full' && (
            <Toggle
              label="Turn the screen"
              icon={<RotateCcwSquare />}
              isOn={look.isTurned}
              onToggle={(isTurned) => onLook({ ...look, isTurned })}
            />
          )}
          <Separator />
        </>
      )}
      {schemes
        .filter(({ value }) => !isPhone || value !== 'both')
        .map(({ value, label, icon }) => (
          <Toggle
            key={value}
            label={label}
            icon={icon}
            isOn={look.scheme === value}
            onToggle={() => onLook({ ...look, scheme: value })}
          />
        ))}
      {look.scheme !== 'light' && <DarkMenu {...props} />}
      <Separator />
      {images !== null && !look.isBare && (
        <Toggle label="Remote images" icon={<Image />} isOn={images} onToggle={onImages} />
      )}
      <Toggle
        label="Images off"
        icon={<ImageOff />}
        isOn={look.isBare}
        onToggle={(isBare) => onLook({ ...look, isBare })}
      />
    </div>
  )
}

type LookProps = Pick<MailLookControlsProps, 'look' | 'onLook'>

function WidthMenu({ look, onLook }: LookProps) {
  const text = (width: Look['width']) => (width === 'full' ? 'Full width' : `${width} px`)
  return (
    <Menu align="start" trigger={<MenuButton label="Width" text={text(look.width)} />}>
      {(['full', ...screenWidths] as const).map((width) => (
        <MenuItem
          key={width}
          checked={look.width === width}
          onSelect={() => onLook({ ...look, width })}
        >
          <span className="num">{text(width)}</span>
        </MenuItem>
      ))}
      <MenuSeparator />
      <MenuItem
        icon={<Ruler />}
        checked={look.hasRuler}
        onSelect={() => onLook({ ...look, hasRuler: !look.hasRuler })}
      >
        Ruler
      </MenuItem>
    </Menu>
  )
}

function DarkMenu({ look, onLook, darkMode }: MailLookControlsProps) {
  return (
    <Menu align="start" trigger={<MenuButton label="Dark look" text={darkLabels[darkMode]} />}>
      {darkModes.map((mode) => (
        <MenuItem
          key={mode}
          checked={mode === darkMode}
          onSelect={() => onLook({ ...look, dark: mode })}
        >
          {darkLabels[mode]}
        </MenuItem>
      ))}
    </Menu>
  )
}

type MenuButtonProps = ComponentProps<typeof Button> & { label: string; text: string }

/** Shows what is chosen; its name also says of which choice. */
function MenuButton({ label, text, ...rest }: MenuButtonProps) {
  return (
    <Button size="sm" variant="ghost" {...rest} aria-label={`${label}: ${text}`}>
      <span className="num">{text}</span>
      <ChevronDown className="text-ink-3" />
    </Button>
  )
}

type ToggleProps = {
  label: string
  icon: ReactNode
  isOn: boolean
  onToggle: (on: boolean) => void
}

const Toggle = ({ label, icon, isOn, onToggle }: ToggleProps) => (
  <IconButton
    label={label}
    icon={icon}
    aria-pressed={isOn}
    onClick={() => onToggle(!isOn)}
    className={classNames(isOn && 'bg-hover text-ink')}
  />
)

const Separator = () => <span aria-hidden className="mx-1.5 h-[18px] w-px bg-line" />
