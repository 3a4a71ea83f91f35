import { test as base, type Page } from '@playwright/test'
import { openAccount, type Account } from './account.ts'
import { startProduct, type Product } from './product.ts'

type Fixtures = {
  /** A verified account of this test alone, signed in on `page`, with its inbox open. */
  account: Account
  /** The page of such an account, for tests that need to know no more of it. */
  inbox: Page
}

/** A test of the running product. Tests of one worker share it, and differ by their accounts. */
export const test = base.extend<Fixtures, { product: Product }>({
  product: [
    // Playwright wants the first argument taken apart, even when nothing in it is needed.
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
