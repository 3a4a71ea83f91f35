import type { Appearance } from '../../lib/appearance.ts'
import { classNames } from '../../ui/class-names.ts'

/** The inbox in small, in the colours of a theme whatever the theme around it; of both for the system's. */
export function AppearancePreview({ appearance }: { appearance: Appearance }) {
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
