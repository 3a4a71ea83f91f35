import { listUsers, register, sendResetLink } from '@mailstop/contract'
import { expect, test } from 'vitest'
import { startApp } from '../support/harness.ts'

const token = 'only-the-operator-knows'

test('the operator sees over HTTP how mail fares, and a client without the token sees nothing', async () => {
  const running = await startApp({ METRICS_TOKEN: token, MAIL_URL: 'smtp://127.0.0.1:1' })
  const password = 'correct horse battery staple'
  const account = { name: 'Ada', email: 'ada@example.test', password }
  await running.client().must(register, { body: { ...account, password_confirmation: password } })
  const metrics = (headers: Record<string, string>) =>
    fetch(new URL('/metrics', running.origin), { headers })
  const answer = await metrics({ authorization: `Bearer ${token}` })
  const text = await answer.text()
  expect(text).toContain('mailstop_outbox_mails{state="waiting"} 1')
  expect(text).toContain('mailstop_deliveries{state="queued"} 0')
  expect(text).toMatch(/^process_resident_memory_bytes \d+/m)
  expect(text).not.toContain('ada@example.test')
  expect((await metrics({})).status).toBe(401)
})

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
