import type { CaughtMailSubscriber } from '../../db/mail/caught-mail.ts'

type MailWebhook = { id: number; team_id: number }

/**
 * Keeps with each caught mail that webhooks of its team may want it. Whether their filters find it is asked behind the
 * commit (`turn-items.ts`).
 */
export const subscriber: CaughtMailSubscriber<MailWebhook> = {
  select: `
    select webhook.id, webhook.team_id from webhooks as webhook
    where webhook.on_mail = 1 and webhook.off_at is null`,
  alias: 'webhook',
  table: 'webhook_deliveries',
  rowsOf: (webhooks, mails) =>
    webhooks.flatMap(({ id, team_id }) =>
      mails
        .filter((mail) => mail.team_id === team_id)
        .map(({ mail_id, at }) => ({
          webhook_id: id,
          event: 'mail.received',
          mail_id,
          state: 'queued',
          created_at: at,
          due_at: at,
        })),
    ),
}
