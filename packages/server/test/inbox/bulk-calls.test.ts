import { countMails, listMails, updateMails } from '@mailstop/contract'
import { expect, test } from 'vitest'
import { startApp } from '../support/harness.ts'
import { sendMail } from '../clients/send-mail.ts'

test('deletes all mail of the team, flagged too, when it has no body', async () => {
  const { signUp, smtpPort } = await startApp()
  const { api, team } = await signUp()
  for (const subject of ['One', 'Two', 'Three']) {
    await sendMail(smtpPort, team, { from: 'app@rocket.test', to: 'you@customer.test', subject })
  }
  const params = { team: String(team.id) }
  const flagged = await api.must(updateMails, {
    params,
    query: { q: 'two' },
    body: { flagged: true },
  })
  expect(flagged).toMatchObject({ count: 1, ids: [expect.any(Number)] })
  expect((await api.must(countMails, { params, query: {} })).data).toEqual({ total: 3, flagged: 1 })
  const response = await api.send('DELETE', `/api/teams/${team.id}/mails`)
  expect(await response.json()).toMatchObject({ count: 3 })
  expect((await api.must(listMails, { params, query: {} })).data).toEqual([])
})
