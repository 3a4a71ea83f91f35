import type { ReactNode } from 'react'

type EmptyStateProps = {
  role?: 'alert'
  icon?: ReactNode
  title: ReactNode
  children?: ReactNode
  /** What to do next. */
  action?: ReactNode
}

/** Says in a few words that there is nothing here, and offers the next step. */
export function EmptyState({ role, icon, title, children, action }: EmptyStateProps) {
  return (
    <div
      role={role}
      className="m-auto grid max-w-80 justify-items-center gap-1.5 px-6 py-12 text-center"
    >
      {icon && (
        <span className="mb-2 grid size-10 place-items-center rounded-lg border border-line text-ink-3">
          {icon}
        </span>
      )}
      <p className="font-[550] text-ink">{title}</p>
      {children && <div className="text-sm text-ink-3 text-pretty">{children}</div>}
      {action && <div className="mt-3">{action}</div>}
    </div>
  )
}
