import { Notice } from './notice.tsx'

/** Says where the link of a mail is when the server has no relay to send the mail. */
export const NoRelayNotice = () => (
  <Notice>
    This server has no mail relay, so its emails do not leave it. It prints the link on its terminal
    and keeps it in its data folder, under system-mail.
  </Notice>
)
