import { Inbox } from 'lucide-react'

/** The name of a mail's inbox on its row, in a list of several inboxes. */
export const RowInbox = ({ name }: { name: string }) => (
  <span
    title={`Inbox: ${name}`}
    className="flex max-w-[35%] min-w-0 items-baseline gap-1 text-xs text-ink-3"
  >
    <Inbox aria-hidden className="!size-3 flex-none self-center" />
    <span className="sr-only">Inbox: </span>
    <span className="truncate">{name}</span>
  </span>
)
