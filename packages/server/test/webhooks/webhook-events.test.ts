import {
  acceptInvite,
  createGuard,
  createInbox,
  createWebhook,
  deleteInbox,
  endDrill,
  forwardMail,
  listMails,
  listMembers,
  listWebhookDeliveries,
  removeMember,
  startDrill,
  updateInbox,
  webhookEvent,
  type WebhookEvent,
} from '@mailstop/contract'
import { expect, test } from 'vitest'
import { invite } from '../clients/invite-link.ts'
import { sendMail } from '../clients/send-mail.ts'
import { connectSmtp } from '../clients/smtp-client.ts'
import { startApp } from '../support/harness.ts'
import { startRelay } from '../support/mailer-on.ts'

/** A team whose webhook wants every event, and what is queued for it. */
async function startHooked(env: Record<string, string> = {}) {
  const running = await startApp(env)
  const { api, team } = await running.signIn('ada')
  const params = { team: String(team.id) }
  const hook = { name: 'all', kind: 'standard', url: 'http://192.0.2.1/hook' } as const
  const body = { ...hook, events: [...webhookEvent.options] }
  const { data: webhook } = await api.must(createWebhook, { params, body })
  const log = { ...params, webhook: String(webhook.id) }
  async function queued() {
    const { data } = await api.must(listWebhookDeliveries, { params: log, query: {} })
    return [...new Set(data.map(({ event }) => event))].toSorted()
  }
  return { running, api, team, params, queued }
}

const ofForwards: WebhookEvent[] = ['mail.forward_failed', 'mail.forwarded']

test('what happens in a team is queued for its webhooks', async () => {
  const { running, api, team, params, queued } = await startHooked()
  const bob = await running.signIn('bob')
  const { token } = await invite(running, api, { team: team.id, email: 'bob@example.test' })
  await bob.api.must(acceptInvite, { params: { token } })
  const { data: members } = await api.must(listMembers, { params })
  const user = String(members.find(({ email }) => email === 'bob@example.test')?.id)
  await api.must(removeMember, { params: { ...params, user }, query: {} })

  const { data: shop } = await api.must(createInbox, { params, body: { name: 'shop' } })
  const inbox = { ...params, inbox: String(shop.id) }
  await api.must(updateInbox, { params: inbox, body: { name: 'store' } })
  await api.must(deleteInbox, { params: inbox })

  const client = await connectSmtp({ port: running.smtpPort })
  await client.send('EHLO app.test')
  await client.login(team.smtp_username, 'wrong')
  await client.login(team.smtp_username, team.smtp_password)
  await client.mail('app@rocket.test', ['@'], 'Subject: x\r\n\r\nx\r\n')
  await client.send('QUIT')

  const demand = { rule: 'at_most', most: 1, same: 'subject', minutes: 10 } as const
  await api.must(createGuard, { params, body: { name: 'twice', demand } })
  for (let count = 0; count < 2; count += 1) {
    await sendMail(running.smtpPort, team, { subject: 'Invoice' })
  }
  const { data: drill } = await api.must(startDrill, { params, body: { scenario: 'flaky' } })
  await api.must(endDrill, { params: { ...params, drill: String(drill.id) } })

  const others = webhookEvent.options.filter((event) => !ofForwards.includes(event))
  await expect.poll(queued, { timeout: 20_000 }).toEqual(others.toSorted())
})

test('forwarded mail is queued for webhooks, and mail that could not be forwarded', async () => {
  const gone = 'gone@customer.test'
  const { url } = await startRelay(({ to }) =>
    to.includes(gone) ? Object.assign(new Error('No such user'), { responseCode: 550 }) : null,
  )
  const { running, api, team, params, queued } = await startHooked({ MAIL_URL: url })
  await sendMail(running.smtpPort, team, { subject: 'Invoice' })
  const { data: mails } = await api.must(listMails, { params })
  const mail = { ...params, mail: String(mails[0]?.id) }
  for (const email of ['dev@customer.test', gone]) {
    await api.must(forwardMail, { params: mail, body: { email } })
  }
  await expect.poll(queued, { timeout: 20_000 }).toEqual([...ofForwards, 'mail.received'])
})
