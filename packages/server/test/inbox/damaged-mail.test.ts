import { exportMails, getMail, listMails, mailChannel, waitForMail } from '@mailstop/contract'
import { randomBytes } from 'node:crypto'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { runCommand } from '../command-line/run-command.ts'
import { startApp } from '../support/harness.ts'
import { connectLive, joinChannel, nextEvent } from '../clients/live-client.ts'
import { sendMail } from '../clients/send-mail.ts'

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
    const event = nextEvent(live, 'MailsLeftOut')
    const { url } = await api.must(exportMails, { params, query: {} })
    expect(await (await api.send('GET', url)).text()).toContain(`${id}  20`)
    expect(await event).toMatchObject({ team_id: team.id, count: 1 })
  },
)

/** Breaks the chain of pages that hold the source of a mail, which fails each query for it. */
async function breakPages(dataDir: string, mailId: number): Promise<void> {
  const path = join(dataDir, 'mailstop.sqlite')
  const source = randomBytes(100_000)
  const store = new DatabaseSync(path)
  store.prepare('update mail_sources set source = ? where mail_id = ?').run(source, mailId)
  store.close()
  const file = await open(path, 'r+')
  const bytes = await file.readFile()
  const pageBytes = bytes.readUInt16BE(16)
  const within = bytes.indexOf(source.subarray(50_000, 50_100))
  // A page of the chain begins with the number of the next.
  await file.write(Buffer.alloc(4, 0xff), 0, 4, within - (within % pageBytes))
  await file.close()
}

test(
  'a damaged page of the database keeps no other mail from being exported',
  { timeout: 180_000 },
  async () => {
    const { running, params, id, command } = await start()
    await running.app.stop()
    await breakPages(running.dataDir, id)
    const file = await command('export', params.team, '-')
    expect(file).toMatchObject({ code: 3, error: expect.stringContaining('it lacks 1 message') })
    expect(file.text).toMatch(/Subject: One[^]*Subject: Three[^]*1 message could not be exported/)
  },
)

test('a damaged mail says so when it is opened, and no wait fails because of it', async () => {
  const { api, params, id } = await start()
  const opened = await api.call(getMail, { params: { ...params, mail: String(id) } })
  const message =
    'The source of this message is damaged. Ask the operator of this server to restore a backup.'
  expect(opened).toMatchObject({ status: 500, error: { code: 'damaged', message } })
  const query = { q: 'three', timeout: '1' }
  expect(await api.call(waitForMail, { params, query })).toMatchObject({ ok: true })
})
