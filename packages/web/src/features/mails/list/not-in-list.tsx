import { ButtonLink } from '../../../ui/buttons/button-link.tsx'
import { useMail } from '../read/use-mail.ts'

type NotInListProps = {
  team: number
  mail: number
  /** The address of the mail with a list of all mail. */
  to: string
}

/**
 * Says that the list does not hold the linked mail that is open, and offers the list that does. A mail that
 * was deleted is in none.
 */
export function NotInList({ team, mail, to }: NotInListProps) {
  const { isSuccess } = useMail(team, mail)
  if (!isSuccess) return null
  return (
    <div
      role="status"
      className="flex min-h-10 flex-none items-center gap-2 border-b border-line py-1 pr-2.5 pl-3.5 text-sm text-ink-2"
    >
      <span className="min-w-0 flex-1">The open message is not in this list.</span>
      <ButtonLink to={to} state={{ team, around: true }} size="sm">
        Show in All mail
      </ButtonLink>
    </div>
  )
}
