import { expect, onTestFinished } from 'vitest'
import type { SmtpOptions } from '../../src/smtp/smtp.ts'
import { connectSmtp } from './smtp-client.ts'
import { password, startSmtp, username } from './smtp-harness.ts'

/** A server that is stopped when the test ends. */
export async function start(overrides: Partial<SmtpOptions> = {}) {
  const server = await startSmtp(overrides)
  onTestFinished(() => server.smtp.stop())
  return server
}

/** A client that may send mail. */
export async function loggedIn(port: number) {
  const client = await connectSmtp({ port })
  await client.send('EHLO client.test')
  expect((await client.login(username, password)).code).toBe(235)
  return client
}

/** A client whose next bytes are a mail. */
export async function untilData(port: number) {
  const client = await loggedIn(port)
  await client.send('MAIL FROM:<a@b>')
  await client.send('RCPT TO:<c@d>')
  expect((await client.send('DATA')).code).toBe(354)
  return client
}

export const big = (bytes: number) => Buffer.alloc(bytes, 'Lorem ipsum dolor sit amet\r\n')

/** Moves an injected clock on until what is raced with it has happened. */
export function tick(advance: () => void): Promise<never> {
  const timer = setInterval(advance, 5)
  onTestFinished(() => clearInterval(timer))
  return new Promise(() => {})
}

export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((done) => setImmediate(done))
}
