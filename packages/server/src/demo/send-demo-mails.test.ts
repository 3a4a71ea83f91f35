import { readdir } from 'node:fs/promises'
import { expect, onTestFinished, test } from 'vitest'
import { password, startSmtp, username } from '../../test/clients/smtp-harness.ts'
import { sendDemoMails } from './send-demo-mails.ts'

test('every mail of the demo arrives, the oldest first, dated over the last two weeks', async () => {
  const { smtp, port, mails } = await startSmtp()
  onTestFinished(() => smtp.stop())
  const now = Date.UTC(2026, 10, 23, 12)
  const folder = new URL('./', import.meta.url)
  await sendDemoMails({ folder, host: '127.0.0.1', port, username, password, now: () => now })

  const files = await readdir(new URL('mails/', import.meta.url))
  expect(mails).toHaveLength(files.length)
  const texts = mails.map(({ source }) => Buffer.from(source).toString('latin1'))
  const dates = texts.map((text) => Date.parse(/^Date: (.*)\r$/m.exec(text)?.[1] ?? ''))
  expect(dates).toEqual(dates.toSorted((a, b) => a - b))
  expect(dates[0]).toBe(now - 14 * 24 * 3_600_000)
  expect(dates.at(-1)).toBe(now - 2 * 60_000)
  for (const text of texts) expect(text).not.toMatch(/[^\r]\n/)
  const senders = mails.map(({ envelope }) => envelope.from)
  expect(senders.filter((sender) => sender === '')).toHaveLength(1)
})
