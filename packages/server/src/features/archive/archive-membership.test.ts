import { expect, test } from 'vitest'
import { describeAlike } from '../../../test/support/databases.ts'
import { unboundedRoom } from '../../../test/clients/shares.ts'
import { mailInbox } from '../../../test/clients/mail-inbox.ts'
import { notFound } from '../../errors.ts'
import { createSigner } from '../../lib/secrets/signed-link.ts'
import { createIntake } from '../mails/catch/mail-intake.ts'
import { createArchive } from './archive.ts'
import { mailsOn } from '../../../test/support/mails-on.ts'

const mail = (name: string) =>
  Buffer.from(`From a@b.test Sat Nov 21 09:41:00 2020\r\nSubject: ${name}\r\n\r\nx\r\n\r\n`)

describeAlike('a membership that ends while a file', (open) => {
  async function setUp() {
    const { deps, asker } = await mailInbox(await open())
    const clock = { time: 1_700_000_000_000, isMember: true }
    const now = () => clock.time
    const permit = async () => {
      if (!clock.isMember) throw notFound()
      return { name: 'Ann' }
    }
    const own = { ...deps, now, permit }
    const mails = mailsOn(own)
    const { receive } = createIntake(own)
    const signer = createSigner(new Uint8Array(32), now)
    const archive = createArchive({
      ...own,
      publicUrl: new URL('http://localhost'),
      mails,
      receive,
      maxMailBytes: 1e6,
      signer,
    })
    const endMembership = (passed = 500) => {
      clock.isMember = false
      clock.time += passed
    }
    return { archive, asker, endMembership }
  }

  test.each([500, -3_600_000])('comes lets none of its further mails in', async (passed) => {
    const { archive, asker, endMembership } = await setUp()
    async function* chunks() {
      yield mail('One')
      yield mail('Two')
      endMembership(passed)
      yield mail('Three')
    }
    const report = await archive.importFile(asker, { name: 'x' }, chunks())
    expect(report).toMatchObject({ imported: 1, failed: 2 })
  })

  test('goes lets none of its further mails out', async () => {
    const { archive, asker, endMembership } = await setUp()
    async function* chunks() {
      for (const name of ['One', 'Two', 'Three']) yield mail(name)
    }
    await archive.importFile(asker, { name: 'x' }, chunks())
    const link = await archive.mailsLink(asker, { filter: 'all' })
    const token = link.slice(link.lastIndexOf('/') + 1)
    const { actor } = asker
    const { bytes } = await archive.open(token, { actor, ...unboundedRoom })
    let given = ''
    const reading = (async () => {
      for await (const chunk of bytes as AsyncIterable<Uint8Array>) {
        given += Buffer.from(chunk).toString()
        if (given.includes('Subject: One')) endMembership()
      }
    })()
    await expect(reading).rejects.toMatchObject({ code: 'not_found' })
    expect(given).toContain('Subject: One')
    expect(given).not.toContain('Subject: Two')
  })
})
