import { exportMails, getMail, listMails, mailChannel, waitForMail } from '@mailstop/contract'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { runCommand } from './command-line/run-command.ts'
import { startApp } from './harness.ts'
import { connectLive, joinChannel, nextEvent } from './live-client.ts'
import { sendMail } from './send-mail.ts'

/** A team with three mails, the second of which can no longer be unpacked. */
async function start() {
  const running = await startApp()
  const { api, team } = await running.signIn('ada')
  for (const subject of ['One', 'Two', 'Three']) {
    await sendMail(running.smtpPort, team, { subject, text: `Text of ${subject}` })
  }
  const params = { team: String(team.id) }
  const { data } = await api.must(listMails, { params, query: {} })
  const id = data.find(({ subject }) => subject === 'Two')?.id ?? 0
  const store = new DatabaseSync(join(running.dataDir, 'mailstop.sqlite'), { timeout: 10_000 })
  store.prepare(`update mail_sources set source = x'01020304' where mail_id = ?`).run(id)
  store.close()
  const command = (...words: string[]) =>
    runCommand(words, { env: { DATA_DIR: running.dataDir }, cwd: running.dataDir })
  return { running, api, team, params, id, command }
}

// Each command is a process, which a busy machine takes seconds to start.
test(
  'one damaged mail is named by the export, which has all others; the backup is whole',
  { timeout: 180_000 },
  async () => {
    const { api, team, params, id, command } = await start()
    const named = new RegExp(
      `^WARNING: it lacks 1 message, whose stored bytes are damaged:\n  ${id}  20\\S+Z  Two\n$`,
      'm',
    )
    const file = await command('export', params.team, 'out.mbox')
    expect(file).toMatchObject({ code: 3, error: expect.stringMatching(named) })
    const [printed, json, backup] = await Promise.all([
      command('export', params.team, '-'),
      command('export', params.team, 'out.mbox', '--json'),
      command('backup', 'all.tar'),
    ])
    expect(printed).toMatchObject({ code: 3, error: expect.stringMatching(named) })
    expect(printed.text).toMatch(/Subject: One[^]*Subject: Three[^]*1 message could not be exp/)
    expect(json.code).toBe(3)
    expect(JSON.parse(json.text)).toMatchObject({ left_out: { count: 1, mails: [{ id }] } })
    expect(backup).toMatchObject({ code: 0 })
    expect(await command('restore', 'all.tar', '--into', 'again')).toMatchObject({ code: 0 })

    const live = connectLive(api)
    await joinChannel(live, mailChannel(team.id))
    const told = nextEvent(live, 'MailsLeftOut')
    const { url } = await api.must(exportMails, { params, query: {} })
    expect(await (await api.send('GET', url)).text()).toContain(`${id}  20`)
    expect(await told).toMatchObject({ team_id: team.id, count: 1 })
  },
)

test('a damaged mail says so when it is opened, and no wait fails because of it', async () => {
  const { api, params, id } = await start()
  const opened = await api.call(getMail, { params: { ...params, mail: String(id) } })
  const message = 'The stored bytes of this message are damaged. Ask the operator of this server.'
  expect(opened).toMatchObject({ status: 500, error: { code: 'internal', message } })
  const query = { q: 'three', timeout: '1' }
  expect(await api.call(waitForMail, { params, query })).toMatchObject({ ok: true })
})
