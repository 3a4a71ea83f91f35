import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { describeAlike } from '../../test/support/databases.ts'
import { enqueue, mailerOn } from '../../test/support/mailer-on.ts'

const email = {
  kind: 'verification',
  to: 'ann@example.com',
  subject: 'Verify your email address',
  text: 'Hello\n',
  html: '<p>Hello</p>',
  link: 'http://localhost:8025/verify-email/abc',
}
const day = 24 * 60 * 60_000

describeAlike('without a relay', (openDatabase) => {
  test('a mail is kept in the data folder, for its owner alone, and its link printed', async () => {
    const db = await openDatabase()
    const { mailer, printed, logged, folder } = mailerOn(db)
    await enqueue(db, mailer, email)
    await enqueue(db, mailer, { ...email, to: 'bob@example.com' })
    await mailer.idle()
    expect(printed.toSorted().map((text) => text.split('\n'))).toEqual([
      ['Verify your email address, for ann@example.com:', `  ${email.link}`],
      ['Verify your email address, for bob@example.com:', `  ${email.link}`],
    ])
    const files = readdirSync(folder)
    expect(files).toHaveLength(2)
    expect(files[0]).toMatch(/^2026-01-02T03-04-05-000Z-[0-9a-f-]{36}\.eml$/)
    const sources = files.map((file) => readFileSync(join(folder, file), 'utf8')).toSorted()
    expect(sources.join('')).toMatch(/To: ann@example\.com[^]*To: bob@example\.com/)
    expect(sources[0]).toContain('From: Mailstop <no-reply@mail.example.com>')
    expect(statSync(join(folder, files[0] ?? '')).mode & 0o077).toBe(0)
    expect(statSync(folder).mode & 0o077).toBe(0)
    expect(logged.join('')).not.toMatch(/verify-email|ann@|mail sent/)
    expect(logged.join('')).toContain('mail written to the data folder, as MAIL_URL names no relay')
    const [row] = await db.sql.selectFrom('outbox').select('answer').execute()
    expect(row?.answer).toMatch(/^MAIL_URL is not set: kept as system-mail/)
  })

  test('files older than 30 days are removed', async () => {
    const db = await openDatabase()
    const { mailer, clock, folder } = mailerOn(db)
    await enqueue(db, mailer, email)
    await mailer.idle()
    clock.time += 20 * day
    await enqueue(db, mailer, email)
    await mailer.idle()
    await mailer.removeOldFiles()
    expect(readdirSync(folder)).toHaveLength(2)
    clock.time += 10 * day + 1
    await mailer.removeOldFiles()
    expect(readdirSync(folder)).toHaveLength(1)
  })
})
