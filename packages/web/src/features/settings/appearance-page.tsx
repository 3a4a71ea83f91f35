import { afterDeleting } from '../../lib/after-deleting.ts'
import { chooseAppearance, useAppearance, type Appearance } from '../../lib/appearance.ts'
import { usePageTitle } from '../../lib/paths/use-page-title.ts'
import { PageHeading } from '../../ui/pages/page-heading.tsx'
import { classNames } from '../../ui/class-names.ts'

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
        Applies to this browser only. System follows the setting of your device.
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
                className={radioClasses}
              />
              {label}
            </span>
          </label>
        ))}
      </fieldset>
      <AfterDeleting />
    </>
  )
}

const afterwards = [
  { value: 'list', label: 'Back to the list', hint: 'Nothing is opened that you have not chosen' },
  {
    value: 'next',
    label: 'Open the next message',
    hint: 'It is marked as read, as any message that you open',
  },
] as const

function AfterDeleting() {
  const chosen = afterDeleting.use()
  return (
    <fieldset className="mt-8 grid gap-2">
      <legend className="mb-2 font-[550]">After deleting</legend>
      {afterwards.map(({ value, label, hint }) => (
        <label
          key={value}
          className="grid min-h-11 grid-cols-[auto_1fr] items-center gap-x-2 rounded-lg border border-line bg-surface px-3 py-2 transition-colors hover:border-line-strong has-checked:border-accent has-checked:ring-1 has-checked:ring-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
        >
          <input
            type="radio"
            name="after-deleting"
            value={value}
            checked={chosen === value}
            onChange={() => afterDeleting.choose(value)}
            className={classNames(radioClasses, 'row-span-2')}
          />
          <span className="font-[550]">{label}</span>
          <span className="col-start-2 text-sm text-ink-3">{hint}</span>
        </label>
      ))}
    </fieldset>
  )
}

const radioClasses =
  'size-4 flex-none appearance-none rounded-full border border-line-strong bg-surface outline-none checked:border-[5px] checked:border-accent'

/** A small inbox in the colours of a theme. The picture of the system theme has the colours of both. */
function AppearancePreview({ appearance }: { appearance: Appearance }) {
  return (
    <span
      aria-hidden
      className="relative block aspect-[16/10] overflow-hidden rounded-md border border-line"
    >
      <Screen dark={appearance === 'dark'} />
      {appearance === 'system' && (
        <span className="absolute inset-0 [clip-path:polygon(62%_0,100%_0,100%_100%,38%_100%)]">
          <Screen dark />
        </span>
      )}
    </span>
  )
}

const rows = [true, false, false, true, false]

function Screen({ dark }: { dark: boolean }) {
  return (
    <span className={classNames('absolute inset-0 flex bg-surface', dark ? 'dark' : 'light')}>
      <span className="grid w-1/4 content-start gap-[7%] border-r border-line bg-bg p-[5%]">
        <i className="block h-1.5 w-3/4 rounded-full bg-accent" />
        <i className="block h-1 rounded-full bg-line-strong" />
        <i className="block h-1 w-2/3 rounded-full bg-line-strong" />
      </span>
      <span className="grid flex-1 content-start">
        {rows.map((unread, index) => (
          <span
            key={index}
            className={classNames(
              'flex h-[18px] items-center gap-1.5 border-b border-line px-2',
              index === 1 && 'bg-selected',
            )}
          >
            <i className={classNames('size-1 rounded-full', unread && 'bg-unread')} />
            <i className="block h-1 w-1/3 rounded-full bg-ink-2" />
            <i className="block h-1 flex-1 rounded-full bg-line-strong" />
          </span>
        ))}
      </span>
    </span>
  )
}
