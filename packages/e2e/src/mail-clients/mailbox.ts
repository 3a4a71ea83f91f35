import { getMailSource, listMails, listTeams } from '@mailstop/contract'
import { credentialsOf, openAccount, type Credentials } from '../account.ts'
import { callApi } from '../call-api.ts'
import { test as journey } from '../journey.ts'

/** A team that clients send to, and the mail that it shows. */
export type Mailbox = {
  credentials: Credentials
  /** Waits for a mail with that subject, and returns its source. */
  sourceOf(subject: string): Promise<Buffer | null>
}

/** One account for all tests of a worker. */
export const test = journey.extend<object, { mailbox: Mailbox }>({
  mailbox: [
    async ({ browser, product }, use) => {
      const context = await browser.newContext({ baseURL: product.url })
      const page = await context.newPage()
      await openAccount(page, product)
      const credentials = await credentialsOf(page)
      const { data: teams } = await callApi(context, listTeams, {})
      const team = String(teams[0]?.id)
      await use({
        credentials,
        async sourceOf(subject) {
          const { data: mails } = await callApi(context, listMails, { params: { team }, query: {} })
          const mail = mails.find((one) => one.subject === subject)
          if (!mail) return null
          const params = { team, mail: String(mail.id) }
          const { url } = await callApi(context, getMailSource, { params })
          return (await context.request.get(url)).body()
        },
      })
      await context.close()
    },
    { scope: 'worker' },
  ],
})
