import { pino } from 'pino'
import { expect, test } from 'vitest'
import { describeEachDatabase } from '../../../test/databases.ts'
import { mailInbox } from '../../../test/mail-inbox.ts'
import { Refusal } from '../../errors.ts'
import { createSigner } from '../../lib/signed-link.ts'
import { createViewer } from '../../mime/viewer.ts'
import { createIntake } from '../mails/mail-intake.ts'
import { createMails } from '../mails/mails.ts'
import { createArchive } from './archive.ts'

const mail = (name: string) =>
  Buffer.from(`From a@b.test Sat Nov 21 09:41:00 2020\r\nSubject: ${name}\r\n\r\nx\r\n\r\n`)

describeEachDatabase('imports', (open) => {
  async function setUp() {
    const { deps, asker, subjects } = await mailInbox(await open())
    const log = pino({ level: 'silent' })
    const viewer = createViewer({ threads: 1, timeoutMs: 5_000, memoryMb: 128, log })
    const own = { ...deps, requireMember: async () => {} }
    const mails = createMails({ ...own, viewer, forwardsOf: async () => [] })
    const { receive } = createIntake(own)
    const signer = createSigner(new Uint8Array(32), own.now)
    const archive = createArchive({
      ...own,
      mails,
      receive,
      signer,
      publish: () => {},
      maxMailBytes: 1_000_000,
    })
    const take = (userId: number, chunks: AsyncIterable<Uint8Array>) =>
      archive.importFile({ ...asker, userId }, 'x', chunks)

    /** An import that goes on until it is told to end. */
    async function begin(userId: number) {
      const began = Promise.withResolvers<void>()
      const gate = Promise.withResolvers<void>()
      async function* chunks() {
        began.resolve()
        await gate.promise
        yield mail(`of ${userId}`)
      }
      const report = take(userId, chunks())
      await Promise.race([began.promise, report])
      return { end: () => (gate.resolve(), report) }
    }
    return { take, begin, subjects }
  }

  const busy = { code: 'unavailable', message: expect.stringContaining('being imported') }

  test('go on one at a time for a user, and four at a time in all', async () => {
    const { begin } = await setUp()
    const first = await begin(1)
    await expect(begin(1)).rejects.toMatchObject(busy)
    const others = [await begin(2), await begin(3), await begin(4)]
    await expect(begin(5)).rejects.toMatchObject(busy)
    expect(await first.end()).toMatchObject({ imported: 1 })
    const again = [await begin(1), ...others]
    for (const { end } of again) expect(await end()).toMatchObject({ imported: 1 })
  })

  test('that are refused half-way keep what came whole, and make room', async () => {
    const { take, begin, subjects } = await setUp()
    async function* chunks() {
      yield mail('One')
      yield mail('Two')
      throw new Refusal('bad_request')
    }
    await expect(take(1, chunks())).rejects.toMatchObject({ code: 'bad_request' })
    expect(await subjects()).toEqual(['One'])
    expect(await (await begin(1)).end()).toMatchObject({ imported: 1 })
  })
})
