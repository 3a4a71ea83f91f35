import { getProfile } from '@mailstop/contract'
import { expect, test } from 'vitest'
import { listEveryMail } from './kept-mails.ts'
import { logIn, signUp, startProduct } from './product-process.ts'
import { uniqueMail } from './sent-mails.ts'
import { beginMail, connectAs, queuedId } from './smtp-connection.ts'
import { sendMail } from '../clients/send-mail.ts'
import { newFolder } from '../support/new-folder.ts'

const readiness = (origin: string) => fetch(new URL('/readyz', origin))

test(
  'a process that is asked to end is not ready first, and serves everyone until its ports close',
  { timeout: 60_000 },
  async () => {
    const dataDir = newFolder()
    const product = await startProduct(dataDir, { DRAIN_SECONDS: '2' })
    const { api, team } = await signUp(product)
    expect((await readiness(product.origin)).status).toBe(200)
    const begun = await connectAs(product.smtpPort, team)
    expect(await beginMail(begun)).toMatch(/^354/)
    const { source } = uniqueMail(100_000)
    begun.socket.write(source.slice(0, 50_000))

    let isClosing = false
    const closing = product
      .line((text) => (text.includes('finishing what is under way') ? true : undefined))
      .then(() => (isClosing = true))
    const statuses = new Set<number>()
    const kept: string[] = []
    const refused: unknown[] = []
    async function request(): Promise<void> {
      while (!isClosing) {
        // The port may close while the request is on its way to it.
        const answer = await api.call(getProfile, {}).catch(() => null)
        if (answer) statuses.add(answer.status)
        else await closing
      }
    }
    async function send(): Promise<void> {
      while (!isClosing) {
        try {
          kept.push((await sendMail(product.smtpPort, team, { text: 'x' })).response)
        } catch (error) {
          refused.push(error)
          await closing
        }
      }
    }
    const traffic = [request(), request(), send(), send()]
    product.signal('SIGTERM')
    await product.line((text) => (text.includes('not ready any more') ? text : undefined))
    const unready = await readiness(product.origin)
    expect(unready.status).toBe(503)
    expect(await unready.json()).toMatchObject({ status: 'unavailable', checks: ['draining'] })
    expect((await fetch(new URL('/livez', product.origin))).status).toBe(200)
    const during = kept.length

    await closing
    const id = queuedId(await begun.say(`${source.slice(50_000)}.\r\n`))
    expect(id).not.toBeNull()
    await Promise.all(traffic)
    expect([...statuses]).toEqual([200])
    // Between two mails a client may be asked to come again; in the middle of one never.
    expect(refused).not.toContainEqual(expect.objectContaining({ command: 'DATA' }))
    expect(kept.length).toBeGreaterThan(during)
    expect(await product.exited).toMatchObject({ code: 0 })

    const { api: next, team: same } = await logIn(await startProduct(dataDir))
    const mails = await listEveryMail(next, same)
    expect(mails).toHaveLength(kept.length + 1)
  },
)
