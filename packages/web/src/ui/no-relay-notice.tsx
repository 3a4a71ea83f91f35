import { Notice } from './notice.tsx'

/** In place of the mail that a screen speaks of, where a server has no relay: where its link is. */
export const NoRelayNotice = () => (
  <Notice>
    This server has no mail relay, so nothing is mailed. The link is printed where the server runs,
    and kept in its data folder under system-mail.
  </Notice>
)
