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
import type { ReactNode } from 'react'
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
  const { look, onLook, darkMode, images, onImages } = props
  // A phone has one width, and room for one frame.
  const isPhone = useIsPhone()
  return (
    <div role="group" aria-label="Preview" className="flex flex-wrap items-center gap-0.5">
      {!isPhone && (
        <>
          <Choice
            label="Width"
            value={look.width}
            options={['full', ...screenWidths]}
            text={(width) => (width === 'full' ? 'Full width' : `${width} px`)}
            onChoose={(width) => onLook({ ...look, width })}
          >
            <MenuSeparator />
            <MenuItem
              icon={<Ruler />}
              checked={look.hasRuler}
              onSelect={() => onLook({ ...look, hasRuler: !look.hasRuler })}
            >
              Ruler
            </MenuItem>
          </Choice>
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
      {look.scheme !== 'light' && (
        <Choice
          label="Dark look"
          value={darkMode}
          options={darkModes}
          text={(mode) => darkLabels[mode]}
          onChoose={(dark) => onLook({ ...look, dark })}
        />
      )}
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

type ChoiceProps<Value> = {
  label: string
  value: Value
  options: readonly Value[]
  text: (value: Value) => string
  onChoose: (value: Value) => void
  children?: ReactNode
}

/** Its button shows what is chosen, and its name also says of which choice. */
function Choice<Value extends string | number>(props: ChoiceProps<Value>) {
  const { label, value, options, text, onChoose, children } = props
  const trigger = (
    <Button size="sm" variant="ghost" aria-label={`${label}: ${text(value)}`}>
      <span className="num">{text(value)}</span>
      <ChevronDown className="text-ink-3" />
    </Button>
  )
  return (
    <Menu align="start" trigger={trigger}>
      {options.map((option) => (
        <MenuItem key={option} checked={option === value} onSelect={() => onChoose(option)}>
          <span className="num">{text(option)}</span>
        </MenuItem>
      ))}
      {children}
    </Menu>
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
