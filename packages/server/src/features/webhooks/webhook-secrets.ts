import { sha256Hex } from '../../lib/secrets/tokens.ts'
import { open, seal } from '../../lib/secrets/secrets.ts'
import { newSecret } from './signature-rules.ts'
import type { WebhookRow } from './webhook-store.ts'

export type WebhookSecrets = ReturnType<typeof createWebhookSecrets>

type Sealed = Pick<
  WebhookRow,
  'team_id' | 'kind' | 'url_sealed' | 'secret_sealed' | 'previous_secret_sealed' | 'previous_until'
>

/** Addresses and secrets are stored encrypted, for their team alone. */
export function createWebhookSecrets(key: Uint8Array) {
  const contextOf = (teamId: number) => `webhook of team ${teamId}`
  const mark = sha256Hex(Buffer.from(key).toString('hex'))
  const sealed = (teamId: number, text: string) => seal(key, contextOf(teamId), text)

  return {
    sealed,
    newSecret(teamId: number) {
      const secret = newSecret()
      return { secret, secret_sealed: sealed(teamId, secret) }
    },
    urlOf: ({ team_id, url_sealed }: Pick<Sealed, 'team_id' | 'url_sealed'>): string =>
      open(key, contextOf(team_id), url_sealed),
    opened({ team_id: teamId, kind, ...row }: Sealed, now: number) {
      const before = now < (row.previous_until ?? 0) ? row.previous_secret_sealed : null
      const secrets = [row.secret_sealed, before].flatMap((text) =>
        text === null ? [] : open(key, contextOf(teamId), text),
      )
      return { kind, url: open(key, contextOf(teamId), row.url_sealed), secrets }
    },
    /** The same in every attempt, and of no other delivery of any server. */
    messageId: (delivery: number): string => `msg_${sha256Hex(`${mark} ${delivery}`).slice(0, 24)}`,
  }
}
