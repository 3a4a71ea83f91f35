import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { randomBytes, randomInt } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { removeMails } from '../../src/features/mails/change/mail-change-store.ts'
import { newPostgres } from '../support/databases.ts'
import { signUp, startProduct, type Product } from '../durability/product-process.ts'
import { hashOf, uniqueMail } from '../durability/sent-mails.ts'
import { sendMail } from '../clients/send-mail.ts'
import { setting } from '../soak/setting.ts'
import { startS3, type S3Server } from './s3-server.ts'
import { openElsewhere } from './sources-elsewhere.ts'
import { newFolder } from '../support/new-folder.ts'

/** Kills of each part; `npm run test:s3` asks for more. */
const rounds = setting('S3_KILLS', 1)

let s3: S3Server
// Building the server takes some minutes, once on each machine.
beforeAll(async () => void (s3 = await startS3()), 600_000)
afterAll(() => s3.stop())

async function ownDatabase(): Promise<string> {
  const url = await newPostgres()
  return url
}

test(
  'a mail that got its 250 is there, once and whole, whichever of the process and the object store is killed',
  { timeout: 60_000 * rounds },
  async () => {
    const databaseUrl = await ownDatabase()
    const sourcesUrl = s3.url({ prefix: '/kills' })
    const env = {
      DATABASE_URL: databaseUrl,
      SOURCES_URL: sourcesUrl,
      APP_KEY: randomBytes(32).toString('base64'),
    }
    const dataDir = newFolder()
    let product: Product = await startProduct(dataDir, env)
    const { team } = await signUp(product)
    const accepted = new Map<string, string>()
    let isOver = false

    async function send(): Promise<void> {
      while (!isOver) {
        const { token, source } = uniqueMail(randomInt(20) === 0 ? 400_000 : randomInt(8_000))
        const mail = { envelope: { from: 'app@rocket.test', to: 'you@customer.test' }, raw: source }
        const isKept = await sendMail(product.smtpPort, team, mail).then(
          () => true,
          () => false,
        )
        if (isKept) accepted.set(token, hashOf(source))
        // What is refused at once would be sent again at once.
        else await delay(20)
      }
    }
    async function untilAccepted(more: number): Promise<void> {
      const enough = accepted.size + more
      await expect.poll(() => accepted.size, { timeout: 30_000 }).toBeGreaterThanOrEqual(enough)
    }

    const sending = Promise.all(Array.from({ length: 6 }, send))
    for (let round = 0; round < rounds; round += 1) {
      await untilAccepted(10)
      await delay(randomInt(50))
      product.signal('SIGKILL')
      await product.exited
      product = await startProduct(dataDir, env)
      await untilAccepted(10)
      await delay(randomInt(50))
      await s3.kill()
      await s3.start()
      await untilAccepted(10)
    }
    isOver = true
    await sending

    const { db, sourceOf } = await openElsewhere({ databaseUrl, sourcesUrl })
    const mails = await db.sql.selectFrom('mails').select(['id', 'subject']).execute()
    const stored = Map.groupBy(mails, ({ subject }) => subject)
    for (const [token, hash] of accepted) {
      const [mail, ...others] = stored.get(token) ?? []
      expect([token, others]).toEqual([token, []])
      const source = (await sourceOf(team.id, mail?.id ?? 0)) ?? ''
      expect([token, hashOf(source)]).toEqual([token, hash])
    }
    expect(accepted.size).toBeGreaterThanOrEqual(30 * rounds)
  },
)

test(
  'a sweep that is killed again and again loses no mail, and leaves no object for ever',
  { timeout: 60_000 * rounds },
  async () => {
    const databaseUrl = await ownDatabase()
    const sourcesUrl = s3.url({ prefix: '/swept' })
    const store = await openElsewhere({ databaseUrl, sourcesUrl })
    const { db, receive, sourceOf, sweep, segments } = store
    const teamId = await store.newTeam()
    const kept = new Map<number, string>()

    async function catchSome(): Promise<void> {
      for (let batch = 0; batch < 6; batch += 1) {
        const sources = Array.from({ length: 12 }, () => uniqueMail(randomInt(3_000)).source)
        const ids = await Promise.all(sources.map((source) => receive(teamId, source)))
        for (const [index, id] of ids.entries()) kept.set(id, sources[index] ?? '')
      }
    }
    async function deleteSome(): Promise<void> {
      const ids = [...kept.keys()].filter(() => randomInt(3) > 0)
      await db.transaction((tx) => removeMails(tx, teamId, ids))
      for (const id of ids) kept.delete(id)
    }

    let day = 2
    for (let round = 0; round < 4 * rounds; round += 1) {
      await catchSome()
      await deleteSome()
      const program = join(import.meta.dirname, 'sweeping-process.ts')
      const options = [databaseUrl, sourcesUrl, String(day)]
      const child = spawn(process.execPath, [program, ...options], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const ended = once(child, 'exit')
      await once(child.stdout, 'data')
      await delay(randomInt(120))
      child.kill('SIGKILL')
      await ended
      day += 8
    }
    for (let left = 0; left < 6; left += 1) await sweep((day += 10) * 24)
    const found = await Promise.all([...kept.keys()].map((id) => sourceOf(teamId, id)))
    expect(found).toEqual([...kept.values()])
    const rows = await segments()
    expect(s3.objects('swept').toSorted()).toEqual(rows.map(({ id }) => id).toSorted())
    expect(rows.filter(({ state }) => state === 'kept').length).toBeGreaterThan(0)
  },
)
