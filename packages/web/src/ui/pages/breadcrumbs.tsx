import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { classNames } from '../class-names.ts'

export type Crumb = { title: string; to: string }

/** The breadcrumbs. The last one is the page itself, so it is no link. A phone has the title in the page alone. */
export function Breadcrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  return (
    <nav aria-label="Breadcrumb" className="min-w-0">
      <ol className="flex min-w-0 items-center gap-1.5">
        {crumbs.map((crumb, index) => {
          const last = index === crumbs.length - 1
          return (
            <li
              // A section and its first page may have the same address.
              key={`${index} ${crumb.to}`}
              className={classNames(
                'flex items-center gap-1.5',
                last ? 'min-w-0' : 'flex-none',
                last && index > 0 && 'max-tablet:sr-only',
              )}
            >
              {last ? (
                <span aria-current="page" title={crumb.title} className="truncate font-[550]">
                  {crumb.title}
                </span>
              ) : (
                <>
                  <Link to={crumb.to} className="touch-area rounded-sm text-ink-3 hover:text-ink">
                    <span className="block max-w-48 truncate">{crumb.title}</span>
                  </Link>
                  <ChevronRight
                    className={classNames(
                      'size-3.5! text-ink-3',
                      index === crumbs.length - 2 && 'max-tablet:hidden',
                    )}
                  />
                </>
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
