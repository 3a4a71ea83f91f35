import { getMailStop, resumeMail, stopMail } from '@mailstop/contract'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { expectShown } from '../../testing/expect-shown.ts'
import { refuse, type FakeServer } from '../../testing/fake-server.ts'
import { renderApp } from '../../testing/render-app.tsx'

const token = 'a-bWU-t0k'
const open = (answers: (fake: FakeServer) => unknown) =>
  renderApp({ at: `/forwarding/stop/${token}`, as: null, answers })

/** Remembers what was asked of it. */
function answerFor(fake: FakeServer) {
  let stopped: string | null = null
  fake.answer(getMailStop, ({ params }) => {
    expect(params).toEqual({ token })
    return { data: { email: 'me@elsewhere.test', stopped_at: stopped } }
  })
  fake.answer(stopMail, () => {
    stopped = '2026-11-21T10:00:00.000Z'
    return { message: 'Emails to your address have stopped' }
  })
  fake.answer(resumeMail, () => {
    stopped = null
    return { message: 'Emails to your address are allowed again' }
  })
}

test('a recipient stops such mail by a button, not by opening the link, and can undo it there', async () => {
  const { user, server } = await open(answerFor)
  const stop = await screen.findByRole('button', { name: 'Stop emails' })
  expect(screen.queryByRole('heading', { name: 'Emails from Mailstop' })).not.toBeNull()
  expect(screen.queryByText('me@elsewhere.test gets these emails.')).not.toBeNull()
  expect(server.count(stopMail)).toBe(0)
  await user.click(stop)
  await screen.findByText('Emails to your address have stopped')
  await screen.findByText('me@elsewhere.test no longer gets these emails.')
  await user.click(await screen.findByRole('button', { name: 'Allow emails again' }))
  await screen.findByText('Emails to your address are allowed again')
  await screen.findByRole('button', { name: 'Stop emails' })
  expect([server.count(stopMail), server.count(resumeMail)]).toEqual([1, 1])
})

test('a recipient who opens the link again sees the decision', async () => {
  await open((fake) =>
    fake.answer(getMailStop, () => ({
      data: { email: 'me@elsewhere.test', stopped_at: '2026-11-21T10:00:00.000Z' },
    })),
  )
  await expectShown(screen.findByRole('button', { name: 'Allow emails again' }))
  expect(screen.queryByText('me@elsewhere.test no longer gets these emails.')).not.toBeNull()
})

test('a link that is not valid says so, and offers nothing', async () => {
  const message = 'This link is not valid.'
  await open((fake) => fake.answer(getMailStop, () => refuse('gone', { message })))
  expect((await screen.findByRole('alert')).textContent).toBe(message)
  expect(screen.queryByRole('button', { name: 'Stop emails' })).toBeNull()
})

test('what keeps the server from it is said, and can be tried again', async () => {
  const message = 'Not right now.'
  const { user } = await open((fake) => {
    answerFor(fake)
    fake.answer(stopMail, () => refuse('unavailable', { message }))
  })
  await user.click(await screen.findByRole('button', { name: 'Stop emails' }))
  expect((await screen.findByRole('alert')).textContent).toBe(message)
  expect(screen.queryByRole('button', { name: 'Stop emails' })).not.toBeNull()
})
