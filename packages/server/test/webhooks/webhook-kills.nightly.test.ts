import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { createWebhook } from '@mailstop/contract'
import { expect, onTestFinished, test } from 'vitest'
import { logIn, signUp, startProduct } from '../durability/product-process.ts'
import { sendStream } from '../forwarding/stream.ts'
import { newFolder } from '../support/new-folder.ts'

const mails = 60
const kills = 4

test(
  'each mail with a 250 comes to its webhook, though the product is killed between and within requests',
  { timeout: 180_000 },
  async () => {
    const received: { id: string; subject: string }[] = []
    const take = async (request: IncomingMessage, reply: ServerResponse) => {
      const { data } = JSON.parse(await text(request)) as { data: { mail: { subject: string } } }
      received.push({ id: String(request.headers['webhook-id']), subject: data.mail.subject })
      // Most kills fall into a request.
      await delay(30)
      reply.end()
    }
    const receiver = createServer((request, reply) => void take(request, reply).catch(() => {}))
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void receiver.close())
    const { port } = receiver.address() as AddressInfo
    const dataDir = newFolder()
    const env = { OUTBOUND_ALLOW: `127.0.0.1:${port}` }
    let product = await startProduct(dataDir, env)
    const { api, team } = await signUp(product)
    await api.must(createWebhook, {
      params: { team: String(team.id) },
      body: { name: 'CI', url: `http://127.0.0.1:${port}/`, events: ['mail.received'] },
    })
    let restarting: Promise<void> | undefined
    const restart = async () => {
      await product.exited
      product = await startProduct(dataDir, env)
    }
    const sending = sendStream(mails, async () => {
      await restarting
      return { smtpPort: product.smtpPort, team: (await logIn(product)).team }
    })
    for (let kill = 1; kill <= kills; kill += 1) {
      await expect
        .poll(() => received.length, { timeout: 60_000 })
        .toBeGreaterThanOrEqual((kill * mails) / (kills + 2))
      product.signal('SIGKILL')
      restarting = restart()
      await restarting
    }
    const { accepted, unsure } = await sending
    const subjects = () => new Set(received.map(({ subject }) => subject))
    await expect
      .poll(() => accepted.filter(({ subject }) => !subjects().has(subject)), { timeout: 60_000 })
      .toEqual([])
    const ids = new Set(received.map(({ id }) => id))
    expect(ids.size).toBe(subjects().size)
    expect(ids.size).toBeLessThanOrEqual(accepted.length + unsure.length)
    expect(received.length - ids.size).toBeLessThanOrEqual(kills)
  },
)
