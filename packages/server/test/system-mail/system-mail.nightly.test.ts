import { setTimeout as delay } from 'node:timers/promises'
import { register } from '@mailstop/contract'
import { expect, test } from 'vitest'
import { loadOrCreateCertificate } from '../../src/lib/tls/certificate.ts'
import { createApiClient } from '../clients/api-client.ts'
import { startProduct } from '../durability/product-process.ts'
import { setting } from '../soak/setting.ts'
import { freePort } from '../processes/free-port.ts'
import { startDebianRelay } from './debian-relay.ts'
import { newFolder } from '../support/new-folder.ts'

/** `npm run test:system-mail` kills it 40 times. */
const kills = setting('MAIL_KILLS', 6)
const mails = 4 * kills
const password = 'correct horse battery staple'

/** A folder for the product, a port for a relay that is still down, and the relay's certificate. */
async function setUp() {
  const dataDir = newFolder()
  const folder = newFolder()
  await loadOrCreateCertificate({ dataDir: folder, hostname: 'localhost' })
  const pem = `${folder}/smtp-certificate.pem`
  const port = await freePort()
  const relay = `smtp://mailstop:pass%20word@localhost:${port}`
  const env = { MAIL_URL: relay, LOG_LEVEL: 'warn', ACCOUNTS_PER_ADDRESS: '1000' }
  return { dataDir, port, pem, env, trusting: { ...env, NODE_EXTRA_CA_CERTS: pem } }
}

async function registerAccounts(origin: string, count: number): Promise<string[]> {
  const emails = Array.from({ length: count }, (_, index) => `user${index}@example.test`)
  const api = createApiClient(origin)
  for (const email of emails) {
    const body = { name: 'Ada', email, password, password_confirmation: password }
    await api.must(register, { body })
  }
  return emails
}

test(
  'every mail arrives over TLS, its relay being down at first and its sender killed again and again',
  { timeout: 60_000 + kills * 15_000 },
  async () => {
    const { dataDir, port, pem, trusting } = await setUp()
    const first = await startProduct(dataDir, trusting)
    const emails = await registerAccounts(first.origin, mails)
    await first.line((text) => (/ECONNREFUSED.*to be tried again/.test(text) ? text : undefined))
    first.signal('SIGKILL')
    await first.exited

    const { taken, when } = await startDebianRelay(port, pem)
    for (let kill = 0; kill < kills; kill += 1) {
      const product = await startProduct(dataDir, trusting)
      const before = taken.length
      await when(() => taken.length > before)
      // Half of the kills fall between a mail's arrival and its 250, the rest where chance has them.
      if (kill % 2 === 1) await delay(Math.random() * 250)
      product.signal('SIGKILL')
      expect((await product.exited).signal).toBe('SIGKILL')
    }
    expect(new Set(taken.map(({ id }) => id)).size).toBeLessThan(mails)

    const last = await startProduct(dataDir, trusting)
    const recipients = () => new Set(taken.flatMap(({ to }) => to))
    await when(() => recipients().size === mails)
    last.signal('SIGTERM')
    expect(await last.exited).toMatchObject({ code: 0 })

    expect([...recipients()].toSorted()).toEqual(emails.toSorted())
    expect(taken.every(({ tls }) => tls)).toBe(true)
    const duplicates = taken.length - mails
    // On a busy machine none of a few kills may fall between a mail's arrival and its 250.
    expect(duplicates).toBeGreaterThanOrEqual(kills < 40 ? 0 : 1)
    expect(duplicates).toBeLessThanOrEqual(kills)
    // A duplicate can be recognized: it has the Message-ID of the first.
    expect(new Set(taken.map(({ id }) => id)).size).toBe(mails)
    process.stdout.write(`${kills} kills: ${mails} mails, all arrived, ${duplicates} duplicates\n`)
  },
)

test(
  'a relay whose certificate nobody vouches for gets no password and no mail',
  { timeout: 30_000 },
  async () => {
    const { dataDir, port, pem, env } = await setUp()
    const { taken } = await startDebianRelay(port, pem)
    const product = await startProduct(dataDir, env)
    await registerAccounts(product.origin, 1)
    const said = await product.line((text) => (text.includes('not sent') ? text : undefined))
    expect(said).toMatch(/self-signed certificate/)
    expect(taken).toEqual([])
  },
)
