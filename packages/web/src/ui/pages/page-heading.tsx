import type { ReactNode } from 'react'

type PageHeadingProps = { title: string; children?: ReactNode }

/** The title of a page behind the login, and its purpose in one sentence. */
export function PageHeading({ title, children }: PageHeadingProps) {
  return (
    <header className="mb-5">
      <h1 className="text-xl font-semibold tracking-[-0.018em]">{title}</h1>
      {children && (
        <p className="mt-0.5 text-pretty [overflow-wrap:anywhere] text-ink-3">{children}</p>
      )}
    </header>
  )
}
