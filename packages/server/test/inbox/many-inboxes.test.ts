import {
  createInbox,
  deleteInbox,
  getCounters,
  listInboxes,
  listMails,
  type Team,
} from '@mailstop/contract'
import { describe, expect, test } from 'vitest'
import { sendMail } from '../clients/send-mail.ts'
import { isNightly } from '../nightly.ts'
import { startApp } from '../support/harness.ts'
import { alikeDatabases } from '../support/product-databases.ts'

const jobs = 8
const inboxesOfJob = isNightly ? 25 : 3

describe.each(alikeDatabases)('on $dialect', ({ open }) => {
  test('jobs that make and end inboxes at once each get their own mail', async () => {
    const running = await startApp(await open())
    const { api, team } = await running.signIn('ada')
    const params = { team: String(team.id) }
    const send = (login: Pick<Team, 'smtp_username' | 'smtp_password'>, subject: string) =>
      sendMail(running.smtpPort, login, { subject })
    const names = (query: Record<string, string>) =>
      api
        .must(listMails, { params, query: { per_page: '100', ...query } })
        .then(({ data }) => data.map(({ subject, inbox }) => `${subject} in ${inbox}`).toSorted())

    async function work(job: number): Promise<void> {
      for (let turn = 0; turn < inboxesOfJob; turn += 1) {
        // Others have had the name, and ended it.
        const name = `run ${job}`
        const { data } = await api.must(createInbox, { params, body: { name, expires_in: 3_600 } })
        const { username, password } = data.credentials
        const login = { smtp_username: username, smtp_password: password }
        await Promise.all(['a', 'b'].map((part) => send(login, `${job}.${turn}${part}`)))
        const own = ['a', 'b'].map((part) => `${job}.${turn}${part} in ${name}`)
        expect(await names({ inbox: name })).toEqual(own)
        const inbox = { params: { ...params, inbox: String(data.id) } }
        expect(await api.must(deleteInbox, inbox)).toMatchObject({ count: 2 })
        await expect(send(login, 'late')).rejects.toThrow(/535/)
      }
    }
    await Promise.all(Array.from({ length: jobs }, (_, job) => work(job)))
    await send(team, 'first')
    expect(await names({})).toEqual(['first in main'])
    expect((await api.must(listInboxes, { params })).data).toHaveLength(1)
    expect((await api.must(getCounters, { params })).data).toMatchObject({ total: 1, inboxes: [] })
  }, 300_000)
})
