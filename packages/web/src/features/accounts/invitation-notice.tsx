import type { Invitation } from '../../lib/invitation.ts'
import { Notice } from '../../ui/notice.tsx'
import { useCurrentUser } from './current-user.ts'

type InvitationNoticeProps = { invitation: Invitation; children: string }

/** Which team an invitation that has led here is for; `children` says what makes it begin. */
export function InvitationNotice({ invitation, children }: InvitationNoticeProps) {
  const user = useCurrentUser()
  return (
    <Notice>
      <span className="block text-ink">
        You are invited to <b className="font-[550]">{invitation.team}</b>, the team of{' '}
        {invitation.owner}.
      </span>
      <span className="block">{children}</span>
      {user && (
        <span className="block">
          You are signed in as {user.email}. Logging in to the new account signs you out.
        </span>
      )}
    </Notice>
  )
}
