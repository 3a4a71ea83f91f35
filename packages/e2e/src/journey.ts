import { test as base, type Page } from '@playwright/test'
import { openAccount, type Account } from './account.ts'
import { startProduct, type Product } from './product.ts'

type Fixtures = {
  /** A verified account only for this test, signed in on `page`, with its inbox open. */
  account: Account
  /** The page of such an account, for tests that need nothing else of it. */
  inbox: Page
}

/** A test of the running product. The tests of a worker share one product, with an account each. */
export const test = base.extend<Fixtures, { product: Product }>({
  product: [
    // Playwright requires a destructured first argument, even an empty one.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const product = await startProduct()
      await use(product)
      await product.dispose()
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
