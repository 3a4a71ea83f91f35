import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { getMail, listMails, login } from '@mailstop/contract'
import { expect, test } from 'vitest'
import { checkPages } from '../../src/commands/doctor/database.ts'
import { copyMigratedSqlite } from '../support/databases.ts'
import { signUpPassword, startApp } from '../support/harness.ts'
import { sendMail } from '../clients/send-mail.ts'
import { newFolder } from '../support/new-folder.ts'

/** Overwrites the first leaf of the table's tree, as a disk does that loses a block. */
async function damage(file: string, table: string): Promise<void> {
  const store = new DatabaseSync(file)
  const leaf = store.prepare(
    `select pageno, pgsize from dbstat where name = ? and pagetype = 'leaf' order by pageno limit 1`,
  )
  const { pageno, pgsize } = leaf.get(table) as { pageno: number; pgsize: number }
  store.close()
  const bytes = await open(file, 'r+')
  await bytes.write(Buffer.alloc(pgsize, 0xff), 0, pgsize, (pageno - 1) * pgsize)
  await bytes.close()
}

test('damaged pages are named to people, to /readyz and by doctor, and lists go on', async () => {
  const dataDir = newFolder()
  await copyMigratedSqlite(dataDir)
  const before = await startApp({ DATA_DIR: dataDir })
  const { team } = await before.signIn('ada')
  await sendMail(before.smtpPort, team, { subject: 'Order 1', text: 'words '.repeat(2_000) })
  await before.app.stop()
  const file = join(dataDir, 'mailstop.sqlite')
  expect(await checkPages(dataDir)).toMatchObject([{ level: 'ok' }])
  await damage(file, 'mail_sources')
  expect(await checkPages(dataDir)).toMatchObject([
    { level: 'fail', text: expect.stringMatching(/^the database is damaged: /) },
  ])

  const { client, origin } = await startApp({ DATA_DIR: dataDir })
  const ready = async () => {
    const answer = await fetch(new URL('/readyz', origin))
    return [answer.status, ((await answer.json()) as { impaired?: string[] }).impaired]
  }
  expect(await ready()).toEqual([200, undefined])
  const api = client()
  await api.must(login, { body: { email: 'ada@example.test', password: signUpPassword } })
  const params = { team: String(team.id) }
  const list = async () => (await api.must(listMails, { params, query: {} })).data
  const [mail] = await list()
  expect(await api.call(getMail, { params: { ...params, mail: String(mail?.id) } })).toMatchObject({
    status: 500,
    error: { code: 'damaged', message: 'The store is damaged: restore a backup.' },
  })
  expect(await list()).toHaveLength(1)
  await expect.poll(ready, { timeout: 5_000 }).toEqual([200, ['store_damaged']])
})

test('a row whose bytes changed is listed without them, between the others of its page', async () => {
  const dataDir = newFolder()
  await copyMigratedSqlite(dataDir)
  const before = await startApp({ DATA_DIR: dataDir })
  const { team } = await before.signIn('ada')
  for (const subject of ['One', 'Two', 'Three']) {
    await sendMail(before.smtpPort, team, { subject, text: 'x' })
  }
  await before.app.stop()
  const store = new DatabaseSync(join(dataDir, 'mailstop.sqlite'))
  store
    .prepare(`update mails set recipients = ?, dated_at = ?, envelope_to = ? where subject = 'Two'`)
    .run('\u0001[', 9e15, ']')
  store.close()

  const { client } = await startApp({ DATA_DIR: dataDir })
  const api = client()
  await api.must(login, { body: { email: 'ada@example.test', password: signUpPassword } })
  const params = { team: String(team.id) }
  const { data } = await api.must(listMails, { params, query: {} })
  expect(data.map(({ subject, to }) => [subject, to.length])).toEqual([
    ['Three', 1],
    ['Two', 0],
    ['One', 1],
  ])
  const opened = await api.must(getMail, { params: { ...params, mail: String(data[1]?.id) } })
  expect(opened.data).toMatchObject({ subject: 'Two', envelope: { to: [] } })
})
