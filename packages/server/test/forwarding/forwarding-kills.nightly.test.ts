import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { confirmForwarding, createRule } from '@mailstop/contract'
import { expect, test } from 'vitest'
import { loadOrCreateCertificate } from '../../src/lib/tls/certificate.ts'
import { logIn, signUp, startProduct, type Product } from '../durability/product-process.ts'
import { fuzzRuns } from '../support/fuzz-runs.ts'
import { freePort } from '../processes/free-port.ts'
import { startDebianRelay, type TakenMail } from '../system-mail/debian-relay.ts'
import { sendStream } from './stream.ts'
import { newFolder } from '../support/new-folder.ts'

/** `npm run test:forwarding` forwards 2,000. */
const mails = fuzzRuns(60)
const isWhole = mails >= 1_000
const productKills = isWhole ? 5 : 2
const relayKills = isWhole ? 3 : 1

const rules = [
  { name: 'All', email: 'ada@example.test', rules: {} },
  { name: 'Even', email: 'even@elsewhere.test', rules: { subject: 'EVEN *' } },
  { name: 'Odd', email: 'odd@elsewhere.test', rules: { from: '*@rocket.test', subject: '*odd*' } },
]

const recipientsOf = (subject: string) => [
  'ada@example.test',
  subject.startsWith('even') ? 'even@elsewhere.test' : 'odd@elsewhere.test',
]

/** A relay that can be killed and comes back on its port; what was taken is kept. */
async function createRelay(port: number, pem: string) {
  const past: TakenMail[] = []
  let relay = await startDebianRelay(port, pem, 5)
  const all = () => [...past, ...relay.taken]
  return {
    all,
    async taken(count: number): Promise<void> {
      while (all().length < count) await delay(20)
    },
    async killFor(ms: number): Promise<void> {
      await relay.kill()
      past.push(...relay.taken)
      relay.taken.length = 0
      await delay(ms)
      relay = await startDebianRelay(port, pem, 5)
    },
  }
}

async function setUpRules(product: Product, relay: { all(): TakenMail[] }) {
  const { api, team } = await logIn(product)
  const params = { team: String(team.id) }
  for (const body of rules) await api.must(createRule, { params, body })
  const letters = () => relay.all().filter(({ subject }) => subject.startsWith('Confirm'))
  while (letters().length < rules.length - 1) await delay(20)
  for (const { source } of letters()) {
    const unfolded = source.replaceAll(/=\r\n/g, '').replaceAll('=3D', '=')
    const token = /forwarding-verification\?token=([\w-]{43})/.exec(unfolded)?.[1] ?? ''
    await api.must(confirmForwarding, { params: { token } })
  }
}

type Row = { state: string; subject: string; email: string; attempts: number; claim: string | null }

function deliveriesIn(dataDir: string): Row[] {
  const database = new DatabaseSync(join(dataDir, 'mailstop.sqlite'), { readOnly: true })
  try {
    return database
      .prepare(
        `select d.state, d.attempts, d.claim, m.subject, r.email from rule_deliveries d
         join mails m on m.id = d.mail_id join forwarding_rules r on r.id = d.rule_id`,
      )
      .all() as Row[]
  } finally {
    database.close()
  }
}

const keyOf = ({ subject, email }: { subject: string; email: string }) => `${subject} to ${email}`

test(
  'all that rules ask for arrives, though relay and product are killed and some is refused',
  { timeout: isWhole ? 1_200_000 : 180_000 },
  async () => {
    const dataDir = newFolder()
    const folder = newFolder()
    await loadOrCreateCertificate({ dataDir: folder, hostname: 'localhost' })
    const pem = `${folder}/smtp-certificate.pem`
    const port = await freePort()
    const env = {
      MAIL_URL: `smtp://mailstop:pass%20word@localhost:${port}`,
      NODE_EXTRA_CA_CERTS: pem,
      FORWARDS_PER_TEAM: '100000',
      FORWARDS_PER_ADDRESS: '100000',
      LOG_LEVEL: 'info',
    }
    // Without a relay the link to verify the account is printed.
    const first = await startProduct(dataDir)
    await signUp(first)
    first.signal('SIGTERM')
    await first.exited

    const relay = await createRelay(port, pem)
    let product = await startProduct(dataDir, env)
    const outputs: (() => string)[] = [product.output]
    await setUpRules(product, relay)
    const { team } = await logIn(product)
    const letters = relay.all().length

    let restarting: Promise<void> | undefined
    async function restart(): Promise<void> {
      await product.exited
      product = await startProduct(dataDir, env)
      outputs.push(product.output)
    }
    const sending = sendStream(mails, async () => {
      await restarting
      return { smtpPort: product.smtpPort, team }
    })
    const step = (mails * 2 * 0.8) / (productKills + relayKills + 1)
    for (let kill = 1; kill <= productKills + relayKills; kill += 1) {
      await relay.taken(letters + Math.floor(step * kill))
      if (kill % 2 === 0 && kill / 2 <= relayKills) {
        await relay.killFor(500)
        continue
      }
      // Half of the kills fall between a mail's arrival and its 250, the rest where chance has them.
      if (kill % 4 === 1) await delay(Math.random() * 50)
      product.signal('SIGKILL')
      restarting = restart()
      await restarting
    }
    const { accepted, unsure } = await sending

    const log = () => outputs.map((output) => output()).join('\n')
    const refused = accepted.filter(({ answer }) => answer === '550')
    // What has failed once is tried again after a minute or two, for which the small run does not wait.
    const isOpen = ({ state, attempts, claim }: Row) =>
      state === 'queued' && (isWhole || attempts === 0 || claim !== null)
    while (deliveriesIn(dataDir).some(isOpen)) await delay(200)
    product.signal('SIGTERM')
    expect(await product.exited).toMatchObject({ code: 0 })

    // Each mail was kept with all that its rules ask for, and nothing else.
    const kept = deliveriesIn(dataDir)
    const unsureKept = unsure.filter(({ subject }) => kept.some((row) => row.subject === subject))
    const asked = [...accepted, ...unsureKept].flatMap(({ subject }) =>
      recipientsOf(subject).map((email) => keyOf({ subject, email })),
    )
    expect(kept.map(keyOf).toSorted()).toEqual(asked.toSorted())
    const rowsOf = (state: string) => kept.filter((row) => row.state === state)
    const arrived = relay
      .all()
      .slice(letters)
      .flatMap(({ to, subject }) => to.map((email) => keyOf({ subject, email })))
    expect(rowsOf('failed').map(({ subject }) => subject)).toEqual(
      expect.arrayContaining(refused.map(({ subject }) => subject)),
    )
    const sent = new Set(rowsOf('sent').map(keyOf))
    expect(sent).toEqual(new Set(arrived.filter((key) => sent.has(key))))
    const waiting = rowsOf('queued')
    expect(isWhole ? waiting : []).toEqual([])
    // Among mails that came without a 451, only what was under way when the relay died may wait.
    const putOff = accepted.filter(({ answer }) => answer === '451').map(({ subject }) => subject)
    const others = waiting.filter(({ subject }) => !putOff.includes(subject))
    expect(others.length).toBeLessThanOrEqual(relayKills * 3 + unsure.length * 2)
    expect(sent.size + waiting.length + rowsOf('failed').length).toBe(kept.length)

    const forwarded = relay.all().slice(letters)
    const refusedSubjects = new Set(refused.map(({ subject }) => subject))
    expect(forwarded.filter(({ subject }) => refusedSubjects.has(subject))).toEqual([])
    expect(forwarded.every(({ tls, to }) => tls && to.length === 1)).toBe(true)
    const duplicates = forwarded.length - new Set(forwarded.map(({ id }) => id)).size
    expect(duplicates).toBeLessThanOrEqual(productKills + relayKills)
    expect(new Set(arrived).size).toBe(new Set(forwarded.map(({ id }) => id)).size)

    expect(log()).toMatch(/550 5\.7\.1 not wanted[^]*delivery given up/)
    expect(log()).toMatch(/451 4\.3\.0 come back later[^]*to be tried again/)
    expect(log()).toMatch(/ECONNREFUSED|ECONNRESET|closed unexpectedly|socket/i)
    process.stdout.write(
      `${accepted.length} mails, ${kept.length} deliveries, ${productKills} kills of the product and ` +
        `${relayKills} of the relay: ${sent.size} arrived, ${rowsOf('failed').length} refused, ` +
        `${waiting.length} wait, ${duplicates} duplicates\n`,
    )
  },
)
