import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { startProduct } from './product.ts'

const provider = resolve(import.meta.dirname, '../../server/test/sign-in/provider-process.ts')

/** The product with a real provider, in which everybody who types a name is that person. */
export async function startWithProvider(variables: Record<string, string> = {}) {
  const child = spawn(process.execPath, [provider], { stdio: ['pipe', 'pipe', 'ignore'] })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  const product = await startProduct({
    OIDC_ISSUER: line.toString().split('\n')[0] ?? '',
    OIDC_CLIENT_ID: 'mailstop',
    OIDC_CLIENT_SECRET: 'a-secret-of-the-client',
    OIDC_NAME: 'Acme',
    ...variables,
  })
  child.stdin.write(`${product.url}/auth/oidc/callback\n`)
  return {
    product,
    endProvider: () => child.kill(),
    async dispose() {
      child.kill()
      await product.dispose()
    },
  }
}

/** Answers the pages of the provider: who it is and, the first time, that the product may know. */
export async function answerAs(page: Page, name: string): Promise<void> {
  await page.getByPlaceholder('Enter any login').fill(name)
  await page.getByPlaceholder('and password').fill('any')
  await page.getByRole('button', { name: 'Sign-in' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
}

/** Login shows it where the product knows a provider. */
export const providerButton = (page: Page) => page.getByRole('link', { name: 'Sign in with Acme' })
