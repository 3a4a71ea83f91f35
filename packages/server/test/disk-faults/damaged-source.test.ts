import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { getMail, listMails } from '@mailstop/contract'
import { expect, test } from 'vitest'
import { startApp } from '../harness.ts'
import { sendMail } from '../send-mail.ts'

const damaged = {
  status: 500,
  error: {
    code: 'damaged',
    message: 'The source of this message is damaged. Restore it from a backup.',
  },
}

test('a mail whose source is damaged says so when it is opened, and the list and other mails are as before', async () => {
  const { smtpPort, signIn, dataDir } = await startApp()
  const { api, team } = await signIn('ada')
  for (const subject of ['spoiled', 'whole']) {
    await sendMail(smtpPort, team, { subject, text: 'words '.repeat(400) })
  }
  const store = new DatabaseSync(join(dataDir, 'mailstop.sqlite'), { timeout: 10_000 })
  store.exec(`update mail_sources set source = substr(source, 1, length(source) - 40)
    where mail_id = (select id from mails where subject = 'spoiled')`)
  store.close()

  const params = { team: String(team.id) }
  const { data: listed } = await api.must(listMails, { params, query: {} })
  expect(listed.map(({ subject }) => subject)).toEqual(['whole', 'spoiled'])
  const open = (subject: string) => {
    const id = listed.find((mail) => mail.subject === subject)?.id
    return api.call(getMail, { params: { ...params, mail: String(id) } })
  }
  expect(await open('spoiled')).toMatchObject(damaged)
  expect(await open('whole')).toMatchObject({ ok: true })
})
