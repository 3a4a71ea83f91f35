import { expect, test } from 'vitest'
import { startApp } from '../../server/test/support/harness.ts'
import { sendMail } from '../../server/test/clients/send-mail.ts'
import { createMailstop } from '../src/index.ts'

test('a server in open mode needs no token', async () => {
  const { origin, smtpPort } = await startApp({}, { mode: 'open' })
  const mailstop = createMailstop({ url: origin, token: '' })
  const inbox = await mailstop.inbox()
  const anyLogin = { smtp_username: 'billing', smtp_password: 'x' }
  await sendMail(smtpPort, anyLogin, { to: inbox.address, text: 'Your sign-in code is 730418' })
  expect(await inbox.code()).toBe('730418')
  const { id } = await mailstop.send({ from: 'app@rocket.test', to: ['bob@customer.test'] })
  expect(await mailstop.pageOf(id)).toBe(`${origin}/inbox/${id}`)
  expect(await mailstop.delete({ ids: [id] })).toBe(1)
})

test('a server below a path is used by its address, however that ends', async () => {
  const { httpPort, smtpPort } = await startApp(
    { PUBLIC_URL: 'http://localhost/tools/mail' },
    { mode: 'open' },
  )
  const url = `http://localhost:${httpPort}/tools/mail`
  const found = [url, `${url}/`].map(async (each) => {
    const mailstop = createMailstop({ url: each })
    const inbox = await mailstop.inbox()
    const login = { smtp_username: 'app', smtp_password: 'x' }
    await sendMail(smtpPort, login, { subject: 'Hello', to: inbox.address })
    const { id } = await inbox.wait({ subject: 'Hello' })
    return (await mailstop.pageOf(id)) === `${url}/inbox/${id}`
  })
  expect(await Promise.all(found)).toEqual([true, true])
})
