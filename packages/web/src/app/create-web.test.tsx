import { getProfile } from '@mailstop/contract'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refuse, type FakeServer } from '../testing/fake-server.ts'
import { renderApp } from '../testing/render-app.tsx'
import { sampleUser } from '../testing/samples.ts'

test.each([
  ['someone', { data: sampleUser() }, 'Inbox'],
  ['nobody', refuse('signed_out'), 'Log in'],
  ['an error', refuse('internal'), 'Log in'],
])('no screen shows before it is known who is signed in: %s', async (_, answer, link) => {
  const { promise: answered, resolve } = Promise.withResolvers<void>()
  const servers: FakeServer[] = []
  const rendering = renderApp({
    at: '/',
    as: null,
    answers(server) {
      servers.push(server)
      server.answer(getProfile, async () => {
        await answered
        return answer
      })
    },
  })
  await waitFor(() => expect(servers[0]?.count(getProfile)).toBe(1))
  expect(document.body.textContent).toBe('')
  resolve()
  await rendering
  expect((await screen.findAllByRole('link', { name: link })).length).toBeGreaterThan(0)
})
