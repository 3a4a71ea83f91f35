import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectSmtp } from '../../../test/clients/smtp-client.ts'
import { dialogues } from '../../../test/smtp-dialogues/dialogues.ts'
import { startTls, type Dialogue } from '../../../test/smtp-dialogues/states.ts'
import { driveSession, startSmtp, type StartedSmtp } from '../../../test/clients/smtp-harness.ts'
import { someByDay } from '../../../test/nightly.ts'

/**
 * Dialogues, each spoken with the bare session and over sockets: plain, after STARTTLS, and with
 * TLS from the first byte. A step is what the client sends and how each reply to it begins.
 */
describe('with the bare session', () => {
  test.each(dialogues)('$title', ({ steps, limits }) => {
    const client = driveSession({ ...(limits && { limits }) })
    for (const [send, ...replies] of steps) {
      expectReplies(client.send(wire(send)), replies, send)
    }
  })

  test.each(startTls)('$title over TLS', ({ steps }) => {
    const client = driveSession({ secure: true })
    for (const [send, ...replies] of steps) expectReplies(client.send(wire(send)), replies, send)
  })

  test.each(someByDay(dialogues, 4))('$title, a byte at a time', ({ steps, limits }) => {
    const client = driveSession({ ...(limits && { limits }) })
    for (const [send, ...replies] of steps) {
      let output = ''
      for (const byte of Buffer.from(wire(send))) output += client.send(Uint8Array.of(byte))
      expectReplies(output, replies, send)
    }
  })
})

describe('over sockets', () => {
  const shared = { authFailuresPerAccount: 1_000_000, authFailuresPerAddress: 1_000_000 }
  let server: StartedSmtp
  beforeAll(async () => {
    server = await startSmtp({ limits: shared })
  })
  afterAll(() => server.smtp.stop())

  const modes = ['plain', 'STARTTLS', 'TLS'] as const
  test.each(someByDay(modes, 2))('every dialogue, %s', { timeout: 60_000 }, async (mode) => {
    const rows = mode === 'plain' ? dialogues : [...dialogues, ...startTls]
    const failures: string[] = []
    const queue = [...rows]
    async function work(): Promise<void> {
      for (let row = queue.shift(); row; row = queue.shift()) {
        await speak(row, mode).catch((error: unknown) =>
          failures.push(`${row?.title}: ${String(error)}`),
        )
      }
    }
    await Promise.all(Array.from({ length: 16 }, work))
    expect(failures).toEqual([])
    expect(server.errors).toEqual([])
  })

  async function speak({ steps, limits }: Dialogue, mode: (typeof modes)[number]): Promise<void> {
    const own = limits ? await startSmtp({ limits: { ...shared, ...limits } }) : null
    const { port, tlsPort } = own ?? server
    const tls = mode === 'TLS'
    const client = await connectSmtp({ port: tls ? tlsPort : port, tls })
    try {
      expect(client.greeting.code).toBe(220)
      if (mode === 'STARTTLS') {
        await client.send('EHLO client.test')
        await client.startTls()
      }
      for (const [send, ...replies] of steps) {
        client.write(wire(send))
        for (const expected of replies) {
          const { code, lines } = await client.read()
          expect(`${code} ${lines[0]}`.startsWith(expected), `${send}: ${code} ${lines[0]}`).toBe(
            true,
          )
        }
      }
    } finally {
      client.destroy()
      await own?.smtp.stop()
    }
  }
})

/** A chunk of BDAT has no line end of its own, and neither has content that is not ended. */
function wire(send: string): string {
  const bare = /BDAT \d+( LAST)?\r\n[^\r]+$/.test(send) || /^x{30}$/.test(send)
  return bare ? send : `${send}\r\n`
}

function expectReplies(output: string, expected: string[], send: string): void {
  const replies = output.split('\r\n').filter((line) => line !== '' && !/^\d{3}-/.test(line))
  const first = output.split('\r\n', 1)[0]
  const found = replies.map((reply, index) =>
    index === 0 && /^\d{3}-/.test(first ?? '') ? (first ?? '').replace('-', ' ') : reply,
  )
  expect(found.length, `${send}: ${output}`).toBe(expected.length)
  found.forEach((reply, index) =>
    expect(reply.startsWith(expected[index] ?? ''), `${send}: ${reply}`).toBe(true),
  )
}
