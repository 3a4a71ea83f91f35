import { MailstopError } from './errors.ts'
import type { Requests } from './request.ts'
import type { WebhookInfo, WebhookResult } from './types.ts'

const path = 'teams/current/webhooks'

/** What a team has sent to programs and chats; the token needs the scope `webhooks:manage`. */
export function createWebhooks(requests: Requests) {
  const list = async () => ((await requests.json({ path })) as { data: WebhookInfo[] }).data

  async function idOf(name: string): Promise<number> {
    const found = (await list()).find((each) => each.name === name)
    if (found) return found.id
    throw new MailstopError('not_found', 404, `There is no webhook "${name}".`)
  }

  return {
    list,
    /** Sends an example to it now, and says how that ended. */
    async test(name: string): Promise<WebhookResult> {
      const answer = await requests.post(`${path}/${await idOf(name)}/test`, {}, { once: true })
      return (answer as { data: WebhookResult }).data
    },
    /** Sends again all that failed since then, and returns how many that were. */
    async replay(name: string, since = new Date(0)): Promise<number> {
      const body = { since: since.toISOString() }
      const answer = await requests.post(`${path}/${await idOf(name)}/replay`, body, { once: true })
      return (answer as { count: number }).count
    },
  }
}
