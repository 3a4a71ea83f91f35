import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { connectSmtp } from '../clients/smtp-client.ts'

/** Sends big mails at once, each different, and says what they hash to and how it went. */
const { port, count, bytes } = JSON.parse(process.argv[2] ?? '{}') as {
  port: number
  count: number
  bytes: number
}
const lines = Buffer.alloc(64 * 1024 - 32, 'The quick brown fox jumps over it.\r\n').toString(
  'latin1',
)

const results = await Promise.all(Array.from({ length: count }, (_, number) => send(number)))
process.send?.(results)
await once(process, 'disconnect')

async function send(number: number): Promise<{ code: number; hash: string }> {
  const client = await connectSmtp({ port })
  await client.send('EHLO big.test')
  await client.login('load', 'load')
  await client.send('MAIL FROM:<a@b.test>')
  await client.send('RCPT TO:<c@d.test>')
  await client.send('DATA')
  const hash = createHash('sha256')
  for (let sent = 0, part = 0; sent < bytes; part += 1) {
    // No two parts are alike, so that none can be lost or swapped unseen; none begins with a dot.
    const head = `${number}/${part}/`.padEnd(30, '-')
    const piece = Buffer.from(
      `${head}\r\n${lines}`.slice(0, Math.min(bytes - sent, 64 * 1024)),
      'latin1',
    )
    hash.update(piece)
    await client.pour(piece)
    sent += piece.length
  }
  hash.update('\r\n')
  client.write('\r\n.\r\n')
  const { code } = await client.read()
  client.destroy()
  return { code, hash: hash.digest('hex') }
}
