import { chooseAppearance, useAppearance, type Appearance } from '../../lib/appearance.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { PageHeading } from '../../ui/page-heading.tsx'
import { AppearancePreview } from './appearance-preview.tsx'

const choices: { value: Appearance; label: string }[] = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'system', label: 'System' },
]

/** The choice holds at once, here and in every tab of this browser. */
export function AppearancePage() {
  usePageTitle('Appearance')
  const appearance = useAppearance()
  return (
    <>
      <PageHeading title="Appearance">
        The theme of this browser. System follows the setting of your device.
      </PageHeading>
      <fieldset className="grid grid-cols-3 gap-2 tablet:gap-3">
        <legend className="sr-only">Theme</legend>
        {choices.map(({ value, label }) => (
          <label
            key={value}
            className="group grid gap-2 rounded-lg border border-line bg-surface p-2 transition-colors hover:border-line-strong has-checked:border-accent has-checked:ring-1 has-checked:ring-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
          >
            <AppearancePreview appearance={value} />
            <span className="flex min-h-7 items-center gap-2 px-1 font-[550]">
              <input
                type="radio"
                name="appearance"
                value={value}
                checked={appearance === value}
                onChange={() => chooseAppearance(value)}
                className="size-4 flex-none appearance-none rounded-full border border-line-strong bg-surface outline-none checked:border-[5px] checked:border-accent"
              />
              {label}
            </span>
          </label>
        ))}
      </fieldset>
    </>
  )
}
