import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import type { Database } from '../../src/db/database.ts'
import { webhooksOn, type WebhookOptions } from '../support/webhooks-on.ts'

export type Posted = { headers: Record<string, string>; body: string }
export type Answer = (reply: ServerResponse, posted: Posted) => void

export const ok: Answer = (reply) => void reply.end('thanks')
export const answers =
  (status: number, headers = {}): Answer =>
  (reply) => {
    reply.writeHead(status, headers).end(`answer ${status}`)
  }

/** A receiver of this machine. `answer` may be replaced. */
export async function startReceiver(answer: Answer = ok) {
  const posted: Posted[] = []
  const receiver = { posted, answer, port: 0 }
  async function take(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const one = { headers: request.headers as Record<string, string>, body: await text(request) }
    posted.push(one)
    reply.on('error', () => {})
    receiver.answer(reply, one)
  }
  const server = createServer((request, reply) => void take(request, reply))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  receiver.port = (server.address() as { port: number }).port
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return receiver
}

type SetUp = Omit<WebhookOptions, 'port'> & { answer?: Answer; changed?: object }

/** A webhook of a team, and a receiver of this machine that it leads to. `changed`: other settings of it. */
export async function setUpWebhook(db: Database, { answer, changed = {}, ...options }: SetUp = {}) {
  const receiver = await startReceiver(answer)
  const on = await webhooksOn(db, { port: receiver.port, ...options })
  const url = `http://127.0.0.1:${receiver.port}/hook`
  const given = {
    name: 'CI',
    kind: 'standard' as const,
    url,
    events: ['mail.received' as const],
    filter: null,
    contents: false,
    ...changed,
  }
  const webhook = await on.webhooks.create(on.asker, given)
  const log = async () => (await on.webhooks.deliveries(on.asker, webhook.id, {})).data
  const look = async () => (await on.webhooks.list(on.asker))[0]
  return { ...on, receiver, given, webhook, log, look }
}
