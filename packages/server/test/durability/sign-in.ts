import { login, listTeams, register, verifyEmail, type Team } from '@mailstop/contract'
import { createApiClient, type ApiClient } from '../api-client.ts'
import type { Product } from './product-child.ts'

export type SignedIn = { api: ApiClient; team: Team }

const account = {
  name: 'Ada',
  email: 'ada@example.test',
  password: 'correct horse battery staple',
}

/** Creates the account of a data folder, verified with the link that is printed. */
export async function signUp(product: Product): Promise<SignedIn> {
  const api = createApiClient(product.origin)
  await api.must(register, { body: { ...account, password_confirmation: account.password } })
  const token = await product.line((text) => /\/verify-email\/([\w-]+)/.exec(text)?.[1])
  await api.must(login, { body: { email: account.email, password: account.password } })
  await api.must(verifyEmail, { params: { token } })
  return logIn(product)
}

export async function logIn(product: Product): Promise<SignedIn> {
  const api = createApiClient(product.origin)
  const { email, password } = account
  await api.must(login, { body: { email, password } })
  const { data: teams } = await api.must(listTeams, {})
  return { api, team: teams[0] as Team }
}
