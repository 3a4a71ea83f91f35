import { forwardMail, getSystemMail, listMembers } from '@mailstop/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { expectShown } from '../../testing/expect-shown.ts'
import { refuse } from '../../testing/fake-server.ts'
import { renderInbox, renderPanes, sampleMails } from '../../testing/render-inbox.tsx'
import { sampleMember } from '../../testing/render-page.ts'

const openDialog = async (app: Awaited<ReturnType<typeof renderPanes>>) => {
  await app.user.click(await screen.findByRole('button', { name: 'Forward' }))
  return screen.findByRole('dialog', { name: 'Forward mail' })
}

test('a mail is forwarded to the address that is asked for, and said so', async () => {
  const sent: unknown[] = []
  const app = await renderPanes({
    mails: sampleMails(2),
    at: '/inbox/2',
    answers: (server) =>
      server.answer(forwardMail, ({ params, body }) => {
        sent.push({ ...params, ...body })
        return { message: 'Mail forwarded successfully' }
      }),
  })
  const dialog = within(await openDialog(app))
  dialog.getByText('Enter the email address to which you want to forward this email to')
  await app.user.click(dialog.getByRole('button', { name: 'Forward' }))
  await dialog.findByText('Email is a required field')
  expect(sent).toEqual([])

  await app.user.type(dialog.getByLabelText('Email'), 'dev@customer.test')
  await app.user.click(dialog.getByRole('button', { name: 'Forward' }))
  await screen.findByText('Mail forwarded successfully')
  expect(sent).toEqual([{ team: 7, mail: 2, email: 'dev@customer.test' }])
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('no address is asked for where there is no relay', async () => {
  const app = await renderPanes({
    mails: sampleMails(1),
    at: '/inbox/1',
    answers: (server) => server.answer(getSystemMail, () => ({ data: { relay: false } })),
  })
  const dialog = within(await openDialog(app))
  await dialog.findByText(/cannot forward mail/)
  expect(dialog.queryByLabelText('Email')).toBeNull()
})

test('the dialog suggests members, and the addresses that were used before', async () => {
  const app = await renderPanes({
    mails: sampleMails(1),
    at: '/inbox/1',
    answers(server) {
      server.answer(listMembers, () => ({ data: [sampleMember()] }))
      server.answer(forwardMail, () => ({ message: 'Mail forwarded successfully' }))
    },
  })
  const suggested = (dialog: HTMLElement) =>
    [...dialog.querySelectorAll('option')].map(({ value }) => value)
  const dialog = await openDialog(app)
  await waitFor(() => expect(suggested(dialog)).toEqual([sampleMember().email]))
  await app.user.type(within(dialog).getByLabelText('Email'), 'dev@customer.test{Enter}')
  await screen.findByText('Mail forwarded successfully')
  const again = await openDialog(app)
  expect(suggested(again)).toEqual(['dev@customer.test', sampleMember().email])
})

test('Cancel sends nothing, and what was typed is forgotten', async () => {
  const app = await renderPanes({ mails: sampleMails(1), at: '/inbox/1' })
  const dialog = within(await openDialog(app))
  await app.user.type(dialog.getByLabelText('Email'), 'dev@customer.test')
  await app.user.click(dialog.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(app.server.count(forwardMail)).toBe(0)
  const again = within(await openDialog(app))
  expect(again.getByLabelText('Email')).toMatchObject({ value: '' })
})

test('a limit on forwarding is named in the dialog, with when it ends', async () => {
  const message = 'You can forward at most 20 messages an hour. Try again later.'
  const app = await renderPanes({
    mails: sampleMails(1),
    at: '/inbox/1',
    answers: (server) =>
      server.answer(forwardMail, () => refuse('rate_limited', { message, retryAfter: 1_500 })),
  })
  const dialog = within(await openDialog(app))
  await app.user.type(dialog.getByLabelText('Email'), 'dev@customer.test')
  await app.user.click(dialog.getByRole('button', { name: 'Forward' }))
  const shown = 'You can forward at most 20 messages an hour. Try again in 25 minutes.'
  await expectShown(dialog.findByText(shown))
})

test('the mail shows to whom it was forwarded and how that ended, and follows it live', async () => {
  const forward = { id: 1, email: 'dev@customer.test', by: 'Ada', at: '2026-11-21T10:00:00.000Z' }
  const app = await renderInbox({
    mails: sampleMails(1),
    contents: [[1, { forwards: [{ ...forward, state: 'queued', last_error: null }] }]],
    at: '/inbox/1',
  })
  await screen.findByText('Waiting to be forwarded to dev@customer.test')
  const failed = { ...forward, state: 'failed' as const, last_error: '550 no such user' }
  app.mailbox.contents.set(1, { forwards: [failed] })
  app.socket.send('MailUpdated', {
    team_id: 7,
    user_id: null,
    id: 1,
    read_at: null,
    flagged: false,
    forwards: true,
  })
  const outcome = 'Not forwarded to dev@customer.test: 550 no such user'
  await expectShown(screen.findByText(outcome))
})
