import { test as base, type Page, type WorkerFixture } from '@playwright/test'
import { openAccount, type Account } from './account.ts'
import { startProduct, type Product } from './product.ts'
import { startRelay, type Relay } from './relay.ts'

type Fixtures = {
  /** A verified account only for this test, signed in on `page`, with its inbox open. */
  account: Account
  /** The page of such an account, for tests that need nothing else of it. */
  inbox: Page
}

/** The products of a worker. Each starts when the first test asks for it. */
type Products = {
  /** Runs with accounts, and without a relay. */
  product: Product
  /** Runs in open mode, so with one inbox for all tests. */
  open: Product
  /** It sends all its mail through a relay. */
  sending: { relay: Relay; sender: Product }
}

/**
 * A test of the running product. The tests of a worker share its products, with an account each. All
 * journeys begin with this `test`: for one with other products Playwright starts another worker.
 */
export const test = base.extend<Fixtures, Products>({
  product: shared([]),
  open: shared(['--open']),
  sending: [
    // Playwright requires a destructured first argument, even an empty one.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const relay = await startRelay()
      const started = await startProduct({
        MAIL_URL: relay.url,
        MAIL_FROM: 'mailstop@journey.test',
      })
      const sender: Product = {
        ...started,
        verificationLink: (email) => relay.linkFor(email, 'verify-email/'),
      }
      await use({ relay, sender })
      await started.dispose()
      await relay.close()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ product }, use) => use(product.url),
  account: async ({ page, product }, use) => use(await openAccount(page, product)),
  inbox: async ({ page, product }, use) => {
    await openAccount(page, product)
    await use(page)
  },
})

function shared(options: string[]): [WorkerFixture<Product, object>, { scope: 'worker' }] {
  return [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const product = await startProduct({}, options)
      await use(product)
      await product.dispose()
    },
    { scope: 'worker' },
  ]
}
