import { listUsers, sendResetLink } from '@mailstop/contract'
import { expect, test } from 'vitest'
import { startApp } from '../support/harness.ts'

test.each([
  ['a relay', { MAIL_URL: 'smtp://127.0.0.1:1' }, /^Password reset link sent$/],
  ['no relay', {}, /^This server sends no mail: .* terminal/],
])('an operator is told where a reset link went: %s', async (_name, settings, says) => {
  const { signIn } = await startApp(settings)
  const { api } = await signIn('ada')
  await signIn('bob')
  const [bob] = (await api.must(listUsers, {})).data
  const params = { user: String(bob?.id) }
  expect((await api.must(sendResetLink, { params })).message).toMatch(says)
})
