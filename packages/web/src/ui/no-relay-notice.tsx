import { Notice } from './notice.tsx'

/** Says where the link of a mail is when the server has no relay to send the mail. */
export const NoRelayNotice = () => (
  <Notice>
    This server has no mail relay, so nothing is mailed. The link is printed where the server runs,
    and kept in its data folder under system-mail.
  </Notice>
)
