import { limits, type WebhookKind } from '@mailstop/contract'
import type { Egress } from '../../egress/egress.ts'
import { plainText } from '../../mime/text/one-line.ts'
import { chats } from './kind-rules.ts'
import { bodyOf, noteOf, type Item } from './message-rules.ts'
import { signedHeaders } from './signature-rules.ts'

export type Receiver = {
  kind: WebhookKind
  url: string
  /** All that are valid. */
  secrets: string[]
  team: { id: number; name: string; url: string }
}

/** `status` is null where no answer came; `answer` says why then. Neither text has what the address of a chat keeps secret. */
export type Sent = { ok: boolean; status: number | null; answer: string; request: string }

const answerBytes = 1_024

/** One request, with one event or, to a chat, with several. What was sent before is sent again as it was. */
export function createSending({ egress, now }: { egress: Egress; now: () => number }) {
  return async function send(
    { kind, url, secrets, team }: Receiver,
    items: readonly (Item & { message: string; before?: string | null })[],
    signal?: AbortSignal,
  ): Promise<Sent> {
    const [first] = items
    if (!first) throw new Error('There is nothing to send')
    const chat = kind === 'standard' ? null : chats[kind](noteOf(items, team), url)
    const body = chat ? JSON.stringify(chat.body) : (first.before ?? bodyOf(first, team))
    const shown = (text: string) => (chat?.secret ? text.replaceAll(chat.secret, '…') : text)
    const request = shown(body)
    const signed = chat ? {} : signedHeaders(secrets, { id: first.message, at: now(), body })
    const answer = await egress.ask({
      url: chat?.url ?? url,
      method: 'POST',
      headers: { 'content-type': 'application/json', ...signed },
      body: Buffer.from(body),
      ...(signal && { signal }),
    })
    if (!answer.ok) return { ok: false, status: null, answer: answer.reason, request }
    const { status } = answer
    const text = shown(plainText(answer.body.subarray(0, answerBytes).toString('utf8')))
    return { ok: status >= 200 && status < 300, status, answer: text, request }
  }
}

/** No receiver is waited for longer. */
export const requestMs = 15_000

/** The name of the limit on requests to all receivers of a team. */
export const teamLimit = [
  'webhook requests of team',
  { limit: limits.webhookRequestsPerMinute, windowMs: 60_000 },
] as const
