import type { Invitation } from '../../lib/paths/invitation.ts'
import { Notice } from '../../ui/pages/notice.tsx'
import { useCurrentUser } from './current-user.ts'

type InvitationNoticeProps = { invitation: Invitation; children: string }

/** Which team an invitation that has led here is for; `children` says what makes it begin. */
export function InvitationNotice({ invitation, children }: InvitationNoticeProps) {
  const user = useCurrentUser()
  const { team, owner } = invitation
  return (
    <Notice>
      <span className="block text-ink">
        You are invited to {/* A personal team has the name of its owner. */}
        {team !== owner && (
          <>
            “<b className="font-[550]">{team}</b>”,{' '}
          </>
        )}
        the team of {owner}.
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
