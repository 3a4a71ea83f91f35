import { listMails } from '@mailstop/contract'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderInbox, sampleMails, sampleSummary } from '../../../../testing/render-inbox.tsx'
import { samplePageMeta } from '../../../../testing/samples.ts'

const headers = [{ name: 'Message-ID', value: '<a@x.test>' }]

test('a message leads to the others of its conversation, also to those that the list lacks', async () => {
  const mails = sampleMails(5)
  const { user, address, socket } = await renderInbox({
    mails,
    contents: [
      [2, { headers }],
      [4, { headers }],
    ],
    at: '/inbox/2?q=Subject+2',
    answers(fake) {
      fake.answer(listMails, ({ query }) => ({
        data: mails.filter(({ id }) =>
          query.q?.includes('header:References="a@x.test"') ? id % 2 === 0 : id === 2,
        ),
        meta: samplePageMeta(),
      }))
    },
  })
  await screen.findByRole('heading', { name: 'Subject 2', level: 1 })
  const group = await screen.findByRole('group', { name: 'Conversation' })
  expect(group.textContent).toContain('Conversation: 2 messages')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Earlier/ }).disabled).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Later in the conversation' }))
  await screen.findByRole('heading', { name: 'Subject 4', level: 1 })
  expect(address()).toBe('/inbox/4?q=Subject+2')
  await screen.findByText('2 of 2')

  // An answer that arrives is there without opening the message again.
  mails.unshift(sampleSummary(6))
  socket.send('MailReceived', { team_id: 7, user_id: null, ids: [6], count: 1 })
  await screen.findByText('2 of 3')
})
