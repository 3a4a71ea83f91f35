import { countText, mailChannel } from '@mailstop/contract'
import { useEffect } from 'react'
import { useRealtime } from '../../lib/api/realtime-context.ts'
import { toast } from '../../ui/popups/toast.ts'

/** The browser saves the file of an export by itself, so only a live event tells this user what the file lacks. */
export function useExportNotice(team: number, user: number | undefined): void {
  const realtime = useRealtime()
  useEffect(
    () =>
      realtime.joinChannel(mailChannel(team), {
        MailsLeftOut({ user_id, count }) {
          if (user_id !== user) return
          toast.error(
            `The exported file lacks ${countText(count)}, whose stored bytes are damaged. Its last message lists them.`,
          )
        },
      }),
    [realtime, team, user],
  )
}
