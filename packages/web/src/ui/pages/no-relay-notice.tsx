import { Notice } from './notice.tsx'

/** Says where the link of a mail is when the server has no relay to send the mail. */
export const NoRelayNotice = () => (
  <Notice>
    This server has no mail relay, so its emails do not leave it. It prints the link on its terminal
    and keeps it in its data folder, under system-mail.
  </Notice>
)

/** Says it before somebody fills in where mail is to be forwarded to. */
export const NoForwardingNotice = () => (
  <Notice>
    This server has no mail relay, so it cannot forward mail. Its operator names one by MAIL_URL.
  </Notice>
)
