import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { createToken } from '@mailstop/contract'
import { expect, onTestFinished, test } from 'vitest'
import { newPostgres } from '../../server/test/support/databases.ts'
import { signUp, startProduct } from '../../server/test/durability/product-process.ts'
import { sendMail } from '../../server/test/clients/send-mail.ts'
import { createMailstop } from '../src/index.ts'
import { metricsToken, untilWaiting } from './team-on.ts'
import { newFolder } from '../../server/test/support/new-folder.ts'

/** What stands in front of several processes: each connection goes to the first one that takes it. */
async function startBalancer(origins: string[]): Promise<string> {
  const balancer = createServer((client) => {
    const forward = ([origin, ...others]: string[]) => {
      if (!origin) {
        client.destroy()
        return
      }
      const server = connect(Number(new URL(origin).port), '127.0.0.1')
      const refused = () => forward(others)
      server.once('error', refused).once('connect', () => {
        server.off('error', refused).on('error', () => client.destroy())
        client.on('error', () => server.destroy())
        server.pipe(client).pipe(server)
      })
    }
    forward(origins)
  }).listen(0, '127.0.0.1')
  await once(balancer, 'listening')
  onTestFinished(() => void balancer.close())
  return `http://127.0.0.1:${(balancer.address() as AddressInfo).port}`
}

test(
  'the process that holds a wait is killed, and the client gets its mail from the other one',
  { timeout: 120_000 },
  async () => {
    const url = await newPostgres()
    const env = {
      DATABASE_URL: url,
      APP_KEY: randomBytes(32).toString('base64'),
      METRICS_TOKEN: metricsToken,
    }
    const start = async () => startProduct(newFolder(), env)
    const holding = await start()
    const other = await start()
    const { api, team } = await signUp(holding)
    const params = { team: String(team.id) }
    const body = { name: 'CI', scopes: ['mail:read' as const] }
    const { data } = await api.must(createToken, { params, body })
    const front = await startBalancer([holding.origin, other.origin])
    const mailstop = createMailstop({ url: front, token: data.token })

    const inbox = await mailstop.inbox()
    const code = inbox.code({ timeout: 90_000 })
    await untilWaiting(holding)
    holding.signal('SIGKILL')
    await holding.exited
    await sendMail(other.smtpPort, team, { to: inbox.address, text: 'Your sign-in code is 730418' })
    expect(await code).toBe('730418')
  },
)
