import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { SMTPServer } from 'smtp-server'
import { expect, onTestFinished, test } from 'vitest'
import { createMailer } from './mailer.ts'

const letter = {
  to: 'ann@example.com',
  subject: 'Verify your email address',
  text: 'Hello\n',
  html: '<p>Hello</p>',
  link: 'http://localhost:8025/verify-email/abc',
}

function setUp(mailUrl: string | null) {
  const dataDir = mkdtempSync(join(tmpdir(), 'mailstop-mailer-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const printed: string[] = []
  const logged: string[] = []
  const mailer = createMailer({
    mailUrl,
    mailFrom: 'Mailstop <no-reply@mail.example.com>',
    dataDir,
    log: pino({ level: 'debug' }, { write: (line: string) => void logged.push(line) }),
    print: (text) => void printed.push(text),
    now: () => Date.UTC(2026, 0, 2, 3, 4, 5),
  })
  return { mailer, printed, logged, folder: join(dataDir, 'system-mail') }
}

async function startRelay(onMail: (envelope: string, source: string) => Error | null) {
  const relay = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onData(stream, { envelope }, done) {
      let source = ''
      stream.on('data', (chunk: Buffer) => (source += chunk.toString()))
      stream.on('end', () => done(onMail(JSON.stringify(envelope), source)))
    },
  })
  const server = relay.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => new Promise<void>((resolve) => relay.close(() => resolve())))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on TCP
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('without a relay a mail is kept in the data folder and its link printed', async () => {
  const { mailer, printed, logged, folder } = setUp(null)
  mailer.send(letter)
  mailer.send({ ...letter, to: 'bob@example.com' })
  await mailer.stop()
  expect(printed.map((text) => text.split('\n'))).toEqual([
    ['Verify your email address, for ann@example.com:', `  ${letter.link}`],
    ['Verify your email address, for bob@example.com:', `  ${letter.link}`],
  ])
  const files = readdirSync(folder)
  expect(files).toHaveLength(2)
  expect(files[0]).toMatch(/^2026-01-02T03-04-05-000Z-[0-9a-f-]{36}\.eml$/)
  const sources = files.map((file) => readFileSync(join(folder, file), 'utf8'))
  expect(sources.toSorted().join('')).toMatch(/To: ann@example\.com[^]*To: bob@example\.com/)
  expect(sources[0]).toContain('From: Mailstop <no-reply@mail.example.com>')
  expect(statSync(join(folder, files[0] ?? '')).mode & 0o077).toBe(0)
  expect(logged.join('')).toContain('MAIL_URL is not set')
  expect(logged.join('')).not.toContain('verify-email')
})

test('with a relay the mail goes there, and nothing is printed or kept', async () => {
  const received: string[] = []
  const url = await startRelay((envelope, source) => {
    received.push(envelope, source)
    return null
  })
  const { mailer, printed } = setUp(url)
  mailer.send(letter)
  await mailer.stop()
  expect(received[0]).toContain('"address":"no-reply@mail.example.com"')
  expect(received[0]).toContain('"address":"ann@example.com"')
  expect(received[1]).toMatch(/Subject: Verify your email address[^]*<p>Hello<\/p>/)
  expect(printed).toEqual([])
})

test('a relay that refuses, or is not there, is logged and disturbs nobody', async () => {
  const url = await startRelay(() => new Error('mailbox on fire'))
  const refused = setUp(url)
  refused.mailer.send(letter)
  await refused.mailer.stop()
  expect(refused.logged.join('')).toMatch(/mailbox on fire[^]*system mail not sent/)

  const absent = setUp('smtp://127.0.0.1:1')
  absent.mailer.send(letter)
  await absent.mailer.stop()
  expect(absent.logged.join('')).toMatch(/ECONNREFUSED[^]*system mail not sent/)
})
