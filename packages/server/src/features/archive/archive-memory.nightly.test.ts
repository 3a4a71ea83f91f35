import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { describeEachDatabase } from '../../../test/support/databases.ts'
import { unboundedRoom } from '../../../test/clients/shares.ts'
import { mailInbox } from '../../../test/clients/mail-inbox.ts'
import { createSigner } from '../../lib/secrets/signed-link.ts'
import { createIntake } from '../mails/catch/mail-intake.ts'
import { createArchive } from './archive.ts'
import { mailsOn } from '../../../test/support/mails-on.ts'

const mb = 1024 * 1024
const mailBytes = 200_000
const few = 200
const many = 1_100
/**
 * 220 MB and garbage that was not collected yet, which is no more for a larger file. It would be twice as much if
 * they were held.
 */
const allowedMb = 240

/** An mbox that is made as it is read. Its mails are files, which do not shrink and have no words. */
async function* mbox(mails: number): AsyncGenerator<Uint8Array> {
  for (let mail = 0; mail < mails; mail += 1) {
    const text = randomBytes(mailBytes * 0.75).toString('base64')
    yield Buffer.from(`From ada@rocket.test Sat Nov 21 09:41:00 2020\r\nSubject: n${mail}\r\n`)
    yield Buffer.from('Content-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n\r\n')
    yield Buffer.from(`${text}\r\n\r\n`)
  }
}

/** The most memory that `work` adds, the databases' threads included. */
async function peakOf(work: () => Promise<void>): Promise<number> {
  const before = process.memoryUsage().rss
  let most = before
  const timer = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 20)
  await work()
  clearInterval(timer)
  return (Math.max(most, process.memoryUsage().rss) - before) / mb
}

describeEachDatabase('a file of 220 MB', (open) => {
  test('is imported and exported without ever being held whole', async () => {
    const db = await open()
    const { deps, asker } = await mailInbox(db)
    const mailsOf = mailsOn(deps)
    const { receive } = createIntake(deps)
    const signer = createSigner(new Uint8Array(32), deps.now)
    const archive = createArchive({
      ...deps,
      publicUrl: new URL('http://localhost'),
      mails: mailsOf,
      receive,
      maxMailBytes: 1e9,
      signer,
    })
    const take = (mails: number) => async () => {
      const report = await archive.importFile(asker, { name: 'large' }, mbox(mails))
      expect(report).toMatchObject({ imported: mails, failed: 0 })
    }
    await take(few)()
    expect(await peakOf(take(many))).toBeLessThan(allowedMb)

    let bytes = 0
    const exporting = peakOf(async () => {
      const link = await archive.mailsLink(asker, { filter: 'all' })
      const token = link.slice(link.lastIndexOf('/') + 1)
      const { actor } = asker
      const file = await archive.open(token, { actor, ...unboundedRoom })
      for await (const chunk of file.bytes as AsyncIterable<Uint8Array>) bytes += chunk.length
    })
    expect(await exporting).toBeLessThan(allowedMb)
    expect(bytes).toBeGreaterThan((few + many) * mailBytes)
  }, 600_000)
})
