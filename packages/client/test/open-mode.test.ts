import { expect, test } from 'vitest'
import { startApp } from '../../server/test/harness.ts'
import { sendMail } from '../../server/test/send-mail.ts'
import { createMailstop } from '../src/index.ts'

test('a server in open mode is read without a token', async () => {
  const { origin, smtpPort } = await startApp({}, { mode: 'open' })
  const inbox = await createMailstop({ url: origin }).inbox()
  const anyLogin = { smtp_username: 'billing', smtp_password: 'x' }
  await sendMail(smtpPort, anyLogin, { to: inbox.address, text: 'Your sign-in code is 730418' })
  expect(await inbox.code()).toBe('730418')
})
