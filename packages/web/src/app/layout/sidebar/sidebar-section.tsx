import { ChevronDown } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { classNames } from '../../../ui/class-names.ts'

type SidebarSectionProps = {
  title: string
  collapsed: boolean
  isShown: boolean
  onToggle: () => void
  /** The items of a list. */
  children: ReactNode
}

/** Links of the sidebar under a title, which folds them away. */
export function SidebarSection(props: SidebarSectionProps) {
  const { title, collapsed, isShown, onToggle, children } = props
  const list = useId()
  if (collapsed) {
    return (
      <ul aria-label={title} className="mt-2 grid gap-0.5 border-t border-line pt-2">
        {children}
      </ul>
    )
  }
  return (
    <div className="mt-2">
      <button
        type="button"
        aria-expanded={isShown}
        aria-controls={list}
        onClick={onToggle}
        className="flex h-7 items-center gap-1 rounded-md px-2 text-xs font-[550] text-ink-3 hover:text-ink pointer-coarse:h-10"
      >
        {title}
        <ChevronDown
          className={classNames('size-3! transition-transform', !isShown && '-rotate-90')}
        />
      </button>
      <ul
        id={list}
        aria-label={title}
        hidden={!isShown}
        className="grid grid-cols-[minmax(0,1fr)] gap-0.5 [&[hidden]]:hidden"
      >
        {children}
      </ul>
    </div>
  )
}
