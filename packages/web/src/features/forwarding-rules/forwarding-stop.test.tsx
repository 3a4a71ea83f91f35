import { stopForwarding } from '@mailstop/contract'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refuse, type FakeServer } from '../../testing/fake-server.ts'
import { renderApp } from '../../testing/render-app.tsx'

const at = '/forwarding/stop/7-t0k'
const open = (answers: (fake: FakeServer) => unknown) => renderApp({ at, as: null, answers })

test('whoever gets forwarded mail stops that by a button, and by nothing less', async () => {
  const asked: unknown[] = []
  const { user, server } = await open((fake) =>
    fake.answer(stopForwarding, ({ params }) => {
      asked.push(params)
      return { message: 'Forwarding to your address has stopped' }
    }),
  )
  const stop = await screen.findByRole('button', { name: 'Stop forwarding' })
  expect(screen.getByRole('heading', { name: 'Stop forwarding' })).toBeDefined()
  expect(server.count(stopForwarding)).toBe(0)
  await user.click(stop)
  await screen.findByText('Forwarding to your address has stopped')
  expect(screen.queryByRole('button', { name: 'Stop forwarding' })).toBeNull()
  expect(asked).toEqual([{ token: '7-t0k' }])
})

test('a link that is not valid any more says so', async () => {
  const message = 'This link is not valid any more: its rule forwards nothing to you.'
  const { user } = await open((fake) =>
    fake.answer(stopForwarding, () => refuse('gone', { message })),
  )
  await user.click(await screen.findByRole('button', { name: 'Stop forwarding' }))
  expect((await screen.findByRole('alert')).textContent).toBe(message)
})
