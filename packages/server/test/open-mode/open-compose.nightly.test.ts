import { readFileSync } from 'node:fs'
import { createTransport } from 'nodemailer'
import { expect, onTestFinished, test } from 'vitest'
import { createBrowser } from '../clients/browser.ts'
import { listening, spawnChild } from '../durability/product-child.ts'
import { newFolder } from '../support/new-folder.ts'

const compose = new URL('../../../../deploy/compose.open.yaml', import.meta.url)

/** The variables of its service, as compose reads them where none of the reader's is set. */
function settings(): Record<string, string> {
  const lines = readFileSync(compose, 'utf8').matchAll(/^ {6}([A-Z_]+): (.+)$/gm)
  return Object.fromEntries(
    [...lines].map(([, name, value = '']) => [name, value.replace(/\$\{\w+:-\}/, '')]),
  )
}

async function start(env: Record<string, string>) {
  const product = spawnChild(env)
  onTestFinished(() => product.signal('SIGKILL'))
  const { origin, smtpPort } = await listening(product)
  const port = Number(new URL(origin).port)
  const list = (host: string) =>
    createBrowser(port).request('GET', '/api/teams/1/mails', {
      headers: { host: `${host}:${port}` },
    })
  async function stop() {
    product.signal('SIGTERM')
    await product.exited
  }
  return { smtpPort, list, stop }
}

test('the compose file of open mode keeps mail of other containers without accounts, and answers no name of the web', async () => {
  const env = { ...settings(), DATA_DIR: newFolder() }
  const first = await start(env)
  const transport = createTransport({ host: '127.0.0.1', port: first.smtpPort })
  await transport.sendMail({
    from: 'app@rocket.test',
    to: 'you@customer.test',
    subject: 'Kept',
    text: 'x',
  })
  await first.stop()
  const second = await start(env)
  expect((await second.list('mailstop')).json).toMatchObject({ data: [{ subject: 'Kept' }] })
  expect((await second.list('mailstop.example')).status).toBe(421)
})
