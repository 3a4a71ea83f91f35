import { Inbox } from 'lucide-react'
import { Link } from 'react-router'
import { namedInboxPath } from '../../../../lib/paths/inbox-search.ts'

/** The inbox of the open mail, which leads to all mail in it. */
export const OpenedInbox = ({ name }: { name: string }) => (
  <p className="m-0 flex text-sm text-ink-3">
    <Link
      to={namedInboxPath(name)}
      title={`All mail in ${name}`}
      className="touch-area flex min-w-0 items-center gap-1.5 rounded-sm hover:text-accent hover:underline"
    >
      <Inbox aria-hidden className="!size-3.5 flex-none" />
      <span className="sr-only">Inbox: </span>
      <span className="truncate">{name}</span>
    </Link>
  </p>
)
