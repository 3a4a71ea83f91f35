import { Inbox } from 'lucide-react'

/** The name of a mail's inbox on its row, in a list of several inboxes. */
export const RowInbox = ({ name }: { name: string }) => (
  <span
    title={`Inbox: ${name}`}
    className="flex max-w-[35%] min-w-0 items-center gap-1 self-center text-xs text-ink-3"
  >
    <Inbox aria-hidden className="!size-3 flex-none" />
    <span className="sr-only">Inbox: </span>
    <span className="truncate">{name}</span>
  </span>
)
