import { expect } from '@playwright/test'
import { test as journey } from '../journey.ts'
import { openInbox, signUp, verify, type Inbox } from '../packaged/inbox.ts'
import { startProduct, type Product } from '../product.ts'
import type { DefaultSender, Destination } from './default-senders.ts'

type Mode = { product: Product; inbox: Inbox; login: Destination['login'] }

/** The product in each of its modes, with the certificate that it makes for itself. */
export const test = journey.extend<object, { modes: Record<string, Mode> }>({
  modes: [
    async ({ product, open }, use) => {
      await signUp(product.url)
      const link = new URL(await product.verificationLink('ada@packaged.test'))
      await verify(product.url, link.pathname.split('/').at(-1) ?? '')
      const inbox = await openInbox(product.url, 'account')
      const { smtp_username: username, smtp_password: password } = inbox.team
      const ci = await startProduct({}, ['--ci'])
      await use({
        'open mode': { product: open, inbox: await openInbox(open.url, 'open'), login: null },
        '--ci': { product: ci, inbox: await openInbox(ci.url, 'open'), login: null },
        accounts: { product, inbox, login: { username, password } },
      })
      await ci.dispose()
    },
    { scope: 'worker' },
  ],
})

/** A test for each: with a host and a port, and a login where there are accounts, its mail is in the inbox. */
export function testDefaults(senders: Record<string, DefaultSender>, details = {}): void {
  // They run in one worker: each would start the product three times.
  test.describe.configure({ mode: 'default' })
  for (const [name, send] of Object.entries(senders)) {
    test(
      `what ${name} sends by its defaults is caught in every mode`,
      details,
      async ({ modes }) => {
        for (const [mode, { product, inbox, login }] of Object.entries(modes)) {
          const subject = `${name.replaceAll(/[^A-Za-z]+/g, ' ')} in ${mode.replace('--', '')}`
          await send({ host: 'localhost', port: product.smtpPort, subject, login })
          const subjects = (await inbox.mails()).map((mail) => mail.subject)
          expect(subjects, mode).toContain(subject)
        }
      },
    )
  }
}
