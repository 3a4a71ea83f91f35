import { countText, type Team } from '@mailstop/contract'
import { ChosenInbox, NewPassword } from '../../features/inboxes/chosen-inbox.tsx'
import { InboxList } from '../../features/inboxes/inbox-list.tsx'
import type { DeletedInbox } from '../../features/inboxes/inbox-menu.tsx'
import { NewInbox } from '../../features/inboxes/new-inbox.tsx'
import { useChosenInbox } from '../../features/inboxes/use-chosen-inbox.ts'
import { RotateCredentials } from '../../features/integrations/rotate-credentials.tsx'
import { SendingSetup } from '../../features/integrations/sending-setup.tsx'
import { SmtpCredentialsPage } from '../../features/integrations/smtp-credentials-page.tsx'
import { restoreMail } from '../../features/mails/change/restore-mail.ts'
import { useUndoOffers } from '../../features/mails/change/use-undo-offers.ts'
import { useMailStore } from '../../features/mails/store/mail-store.ts'
import { firstInbox } from '../../lib/inboxes/use-inboxes.ts'
import { may } from '../../lib/team-permissions.ts'
import { Notice } from '../../ui/pages/notice.tsx'
import { toast } from '../../ui/popups/toast.ts'

/** The credentials of a team; where it has several inboxes, those of each. */
export function CredentialsPage({ team, hasSeveral }: { team: Team; hasSeveral: boolean }) {
  const onDeleted = useRestoreOffer(team.id)
  const { name, list, chosen } = useChosenInbox(team.id, hasSeveral)
  const inbox = name === null ? list.data?.[0] : chosen
  if (!hasSeveral) {
    const action = may(team, 'manage_inboxes') && <NewInbox team={team} variant="ghost" />
    return <SmtpCredentialsPage team={team} action={action} />
  }
  return (
    <SmtpCredentialsPage team={team}>
      <InboxList team={team} chosen={inbox} onDeleted={onDeleted} />
      {list.data && !inbox && (
        <div className="mt-3">
          <Notice>There is no inbox “{name}”: it was renamed or deleted.</Notice>
        </div>
      )}
      {inbox && (
        <ChosenInbox key={inbox.id} team={team} inbox={inbox}>
          {(sender) =>
            inbox.id === firstInbox ? (
              <SendingSetup
                team={team}
                actions={<RotateCredentials team={team} inbox={inbox.name} />}
              />
            ) : (
              <SendingSetup
                team={sender}
                inbox={inbox.id}
                actions={<NewPassword team={team} inbox={inbox} />}
              />
            )
          }
        </ChosenInbox>
      )}
    </SmtpCredentialsPage>
  )
}

/** Says that an inbox was deleted, and offers to restore its mail, as after every deletion. */
function useRestoreOffer(team: number) {
  const undoOffers = useUndoOffers(team)
  const store = useMailStore(team)
  return ({ inbox: { name }, deletion, count }: DeletedInbox) => {
    if (count === 0) toast.success(`Inbox ${name} deleted`)
    else {
      undoOffers.offer(
        `Inbox ${name} deleted with ${countText(count)}`,
        () => restoreMail(store, team, [{ deletion }]),
        { label: 'Restore mail', done: `${countText(count)} restored. ${name} stays deleted.` },
      )
    }
  }
}
