import { useId, type ReactNode } from 'react'

type PageSectionProps = {
  title: string
  description?: ReactNode
  /** Actions on the whole section, opposite the title. */
  action?: ReactNode
  children: ReactNode
}

/** A part of a page that has a title of its own. */
export function PageSection({ title, description, action, children }: PageSectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="mt-10">
      <header className="mb-3 flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h2 id={id} className="text-lg font-semibold tracking-[-0.01em]">
            {title}
          </h2>
          {description && (
            <p className="mt-0.5 text-sm text-pretty [overflow-wrap:anywhere] text-ink-3">
              {description}
            </p>
          )}
        </div>
        {action}
      </header>
      {children}
    </section>
  )
}
