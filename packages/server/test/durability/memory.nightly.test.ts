import { limits } from '@mailstop/contract'
import { expect, test } from 'vitest'
import { listEveryMail, readSource } from './kept-mails.ts'
import { peakMemoryMb, signUp, startProduct } from './product-process.ts'
import { hashOf, uniqueMail } from './sent-mails.ts'
import { beginMail, connectAs, queuedId } from './smtp-connection.ts'
import { newFolder } from '../support/new-folder.ts'

/** `npm run test:soak -- memory` sends more, with 512 MB of memory. */
const mails = 30
/** Far under what holding all mails would need: 30 of 25 MB, twice, as sent and as packed. */
const peakLimitMb = 1_000

test(
  'memory is bounded by the bytes in flight, not by how many send at once',
  { timeout: 600_000 },
  async () => {
    const product = await startProduct(newFolder())
    const { api, team } = await signUp(product)
    // One mail for all: what is measured is the product, beside which this process must fit too.
    const { token, source } = uniqueMail((limits.mailBytes / 78) * 75)
    expect(source.length).toBeGreaterThan(24 * 1024 * 1024)
    expect(source.length).toBeLessThan(limits.mailBytes)
    const content = Buffer.from(`${source}.\r\n`)

    const replies = await Promise.all(
      Array.from({ length: mails }, async () => {
        const connection = await connectAs(product.smtpPort, team)
        const ready = await beginMail(connection)
        const reply = ready.startsWith('354') ? await connection.say(content) : ready
        connection.close()
        return reply
      }),
    )
    const peakMb = peakMemoryMb(product)
    process.stdout.write(`${mails} mails of 25 MB at once: peak ${Math.round(peakMb)} MB\n`)
    expect(replies.filter((reply) => queuedId(reply) === null)).toEqual([])
    expect(peakMb).toBeLessThan(peakLimitMb)

    const listed = await listEveryMail(api, team)
    expect(listed.map(({ subject, size }) => ({ subject, size }))).toEqual(
      Array.from({ length: mails }, () => ({ subject: token, size: source.length })),
    )
    const newest = listed[0]?.id as number
    expect(hashOf(await readSource(api, team, newest))).toBe(hashOf(source))
  },
)
