import { getMail, listMails } from '@mailstop/contract'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startApp } from '../support/harness.ts'
import { runCommand } from './run-command.ts'

/** Each command is a process, which a busy machine takes seconds to start. */
const slow = { timeout: 180_000 }

async function start() {
  const running = await startApp()
  const { api, team } = await running.signIn('ada')
  const login = `${team.smtp_username}:${team.smtp_password}`
  const url = `smtp://${login}@127.0.0.1:${running.smtpPort}`
  return { running, api, team, url, params: { team: String(team.id) } }
}

const input =
  'From: app@a.test\nTo: b@b.test\nBcc: c@c.test\nSubject: Hello\n\nFirst\n..\n.x\n.\nlast\n'

test(
  'a mail for sendmail -t -i arrives as it was, for all its recipients, without Bcc',
  slow,
  async () => {
    const { running, api, url, params } = await start()
    const env = { MAILSTOP_SMTP_URL: url }
    const ran = await runCommand(['sendmail', '-t', '-i', '-f', 'bounce@a.test'], { env, input })
    expect(ran).toMatchObject({ code: 0, text: '', error: '' })
    const [found] = (await api.must(listMails, { params, query: {} })).data
    const mail = await api.must(getMail, { params: { ...params, mail: String(found?.id) } })
    // A recipient of the envelope alone is shown beside the recipients of the header.
    expect(JSON.stringify(mail.data)).toContain('c@c.test')
    const stored = await runCommand(['export', params.team, '-'], {
      env: { DATA_DIR: running.dataDir },
    })
    expect(stored.text).toMatch(/^From bounce@a.test /)
    expect(stored.text).not.toContain('Bcc')
    expect(stored.text).toContain('Subject: Hello\r\n\r\nFirst\r\n..\r\n.x\r\n.\r\nlast\r\n')
  },
)

test('its exit codes are those of sysexits', slow, async () => {
  const { url, running } = await start()
  const send = (words: string[], address: string | null, text = input) =>
    runCommand(['sendmail', ...words], {
      env: address === null ? {} : { MAILSTOP_SMTP_URL: address },
      input: text,
    })
  expect(await send(['-bp'], url)).toMatchObject({ code: 64 })
  expect(await send([], url)).toMatchObject({ code: 64 })
  expect(await send(['-t'], null)).toMatchObject({ code: 78 })
  expect(await send(['-t'], 'http://x')).toMatchObject({ code: 78 })
  expect(await send(['-t'], 'smtp://127.0.0.1:1')).toMatchObject({
    code: 75,
    error: expect.stringMatching(/^sendmail: 127\.0\.0\.1:1 cannot be reached: .*ECONNREFUSED/),
  })
  const wrong = url.replace(/:[^:@]+@/, ':wrong@')
  const refused = await send(['-t'], wrong)
  expect(refused).toMatchObject({ code: 69, error: expect.stringContaining('535') })
  const file = join(running.dataDir, 'url')
  await writeFile(file, `${url}\n`)
  expect(await send(['--url-file', file, '-t'], null)).toMatchObject({ code: 0 })
})
