import { login, listTeams, register, verifyEmail, type Team } from '@mailstop/contract'
import { createApiClient, type ApiClient } from '../clients/api-client.ts'
import type { Product } from './product-child.ts'

export type SignedIn = { api: ApiClient; team: Team }

type Account = { name: string; email: string; password: string }

const ada: Account = {
  name: 'Ada',
  email: 'ada@example.test',
  password: 'correct horse battery staple',
}

/** Creates an account, verified with the link that is printed. One after another, if there are several. */
export async function signUp(product: Product, account: Account = ada): Promise<SignedIn> {
  const api = createApiClient(product.origin)
  const past = product.output()
  await api.must(register, { body: { ...account, password_confirmation: account.password } })
  const token = await product.line((text) => newToken(text))
  await api.must(login, { body: { email: account.email, password: account.password } })
  await api.must(verifyEmail, { params: { token } })
  return logIn(product, account)

  function newToken(text: string): string | undefined {
    const token = /\/verify-email\/([\w-]+)/.exec(text)?.[1]
    return token !== undefined && !past.includes(token) ? token : undefined
  }
}

export async function logIn(product: Product, account: Account = ada): Promise<SignedIn> {
  const api = createApiClient(product.origin)
  const { email, password } = account
  await api.must(login, { body: { email, password } })
  const { data: teams } = await api.must(listTeams, {})
  return { api, team: teams[0] as Team }
}
