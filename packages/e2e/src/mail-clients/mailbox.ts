import type { APIRequestContext } from '@playwright/test'
import {
  getMailSource,
  listMails,
  listTeams,
  type Endpoint,
  type EndpointReply,
} from '@mailstop/contract'
import { copyCredentials, openAccount, type Credentials } from '../account.ts'
import { test as journey } from '../journey.ts'

/** A team that clients send to, and what it shows of what they sent. */
export type Mailbox = {
  credentials: Credentials
  /** The newest mail's source, once a mail of that subject is there. */
  sourceOf(subject: string): Promise<Buffer | null>
}

/** All tests of a worker send to one account. */
export const test = journey.extend<object, { mailbox: Mailbox }>({
  mailbox: [
    async ({ browser, product }, use) => {
      const context = await browser.newContext({ baseURL: product.url })
      const page = await context.newPage()
      await openAccount(page, product)
      const credentials = await copyCredentials(page)
      const { data: teams } = await get<typeof listTeams>(page.request, listTeams.path)
      const team = String(teams[0]?.id)
      await use({
        credentials,
        async sourceOf(subject) {
          const path = listMails.path.replace('{team}', team)
          const { data: mails } = await get<typeof listMails>(page.request, path)
          const mail = mails.find((one) => one.subject === subject)
          if (!mail) return null
          const link = getMailSource.path.replace('{team}', team).replace('{mail}', String(mail.id))
          const { url } = await get<typeof getMailSource>(page.request, link)
          return (await page.request.get(url)).body()
        },
      })
      await context.close()
    },
    { scope: 'worker' },
  ],
})

async function get<E extends Endpoint>(
  request: APIRequestContext,
  path: string,
): Promise<EndpointReply<E>> {
  const response = await request.get(path)
  if (!response.ok()) throw new Error(`${path}: ${response.status()} ${await response.text()}`)
  return (await response.json()) as EndpointReply<E>
}
