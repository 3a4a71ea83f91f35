import { getMail, listMails } from '@mailstop/contract'
import { describe, expect, test } from 'vitest'
import { dialogueView } from '../../src/features/mails/show/mail-view.ts'
import { startApp } from '../support/harness.ts'
import { alikeDatabases } from '../support/product-databases.ts'
import { sendMail } from '../clients/send-mail.ts'

describe.each(alikeDatabases)('the dialogue of a caught mail on $dialect', ({ open }) => {
  test('ends with the reply that has its id, and has a time for each line', async () => {
    const running = await startApp(await open())
    const { api, team } = await running.signUp()
    for (const subject of ['One', 'Two']) {
      await sendMail(running.smtpPort, team, { subject, text: 'x' })
    }
    const params = { team: String(team.id) }
    const mails = (await api.must(listMails, { params, query: {} })).data
    for (const { id } of mails) {
      const { data } = await api.must(getMail, { params: { ...params, mail: String(id) } })
      const lines = (data.transcript ?? '').trimEnd().split('\n')
      expect(lines.at(-1)).toBe(`S: 250 2.0.0 Ok: queued as ${id}`)
      expect(data.transcript_times).toHaveLength(lines.length)
      expect(data.transcript_times).toEqual(data.transcript_times.toSorted((a, b) => a - b))
    }
    expect(mails).toHaveLength(2)
  })
})

test('a dialogue that was kept without times is shown without times', () => {
  const stored = { transcript: 'S: 220 mail.test\n', times: null }
  expect(dialogueView(stored, '250 Ok')).toEqual({
    transcript: 'S: 220 mail.test\nS: 250 Ok\n',
    transcript_times: [],
  })
})
