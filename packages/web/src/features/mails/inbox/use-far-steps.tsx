import type { MailSummary } from '@mailstop/contract'
import { useState } from 'react'
import { errorText } from '../../../lib/api/api-error.ts'
import { deferred, useDeferred } from '../../../lib/deferred.ts'
import { toast } from '../../../ui/popups/toast.ts'
import type { Targets } from '../selection/targets.ts'
import { indexOfMail } from '../store/held-list.ts'
import type { FarSteps } from './use-inbox-shortcuts.ts'
import { useShown, type InboxState } from './use-inbox.ts'

const jumpDialog = deferred(() => import('./jump-dialog.tsx'))
const farMails = deferred(() => import('../store/far-mails.ts'))
type FarMails = NonNullable<ReturnType<typeof farMails.get>>

/** Steps to mails that the list may not have loaded, and the dialog that asks for a day. */
export function useFarSteps(team: number, inbox: InboxState, { current }: Targets) {
  const shown = useShown(inbox)
  const [isJumping, setJumping] = useState(false)
  const JumpDialog = useDeferred(jumpDialog, isJumping)?.JumpDialog

  /** Opens a mail that has to be looked up first. */
  async function openFar(
    find: (far: FarMails) => Promise<number | null>,
    none: string,
    inbox?: string,
  ) {
    try {
      const mail = await find(await farMails.load())
      if (mail === null) toast.info(none)
      else shown()?.goTo(mail, inbox)
    } catch (error) {
      toast.error(errorText(error))
    }
  }

  const steps: FarSteps = {
    nextUnread() {
      const { mails, wanted } = inbox
      const id = current()
      const start = id === null ? 0 : indexOfMail(mails, id)
      const isUnread = (mail: MailSummary) => mail.read_at === null && mail.id !== inbox.latest()
      const next = mails.slice(start).find(isUnread) ?? mails.find(isUnread)
      if (next) inbox.open(next)
      else {
        const { inbox: name } = wanted
        void openFar((far) => far.newestUnread(team, name), 'No unread mail', name)
      }
    },
    jumpToDate: () => setJumping(true),
    oldest: () => void openFar((far) => far.oldestMail(team), 'No mail yet'),
  }
  const close = () => setJumping(false)
  return {
    steps,
    dialog: JumpDialog && (
      <JumpDialog
        team={team}
        inbox={inbox.wanted.inbox}
        open={isJumping}
        onClose={close}
        onJump={(mail, name) => shown()?.goTo(mail, name)}
      />
    ),
  }
}
