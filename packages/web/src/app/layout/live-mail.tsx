import { useLiveMail } from '../../features/mails/live/use-live-mail.ts'

/** Keeps the counters and the cached mail fresh on the pages that show no mail themselves. */
export function LiveMail({ team, user }: { team: number; user: number }) {
  useLiveMail({ team, user })
  return null
}
