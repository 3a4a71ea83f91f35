import { expect, test } from 'vitest'
import { startApp } from '../../server/test/support/harness.ts'
import { sendMail } from '../../server/test/clients/send-mail.ts'
import { createMailstop } from '../src/index.ts'

test('a server in open mode needs no token', async () => {
  const { origin, smtpPort } = await startApp({}, { mode: 'open' })
  const mailstop = createMailstop({ url: origin })
  const inbox = await mailstop.inbox()
  const anyLogin = { smtp_username: 'billing', smtp_password: 'x' }
  await sendMail(smtpPort, anyLogin, { to: inbox.address, text: 'Your sign-in code is 730418' })
  expect(await inbox.code()).toBe('730418')
  const { id } = await mailstop.send({ from: 'app@rocket.test', to: ['bob@customer.test'] })
  expect(await mailstop.delete({ ids: [id] })).toBe(1)
})
