import { createInbox, listInboxes, type Team } from '@mailstop/contract'
import { startMailstop } from '../targets/mailstop.ts'
import { createMailstopApi, logIn, signUp } from '../targets/mailstop-api.ts'

/** The team of the bench's account in this store, which is made if it is new. */
export async function benchTeam(
  dataDir: string,
  databaseUrl: string | null,
  withSecondInbox = false,
): Promise<Team> {
  const product = await startMailstop(dataDir, storeOf(databaseUrl))
  const api = createMailstopApi(product.origin)
  const team = await logIn(api).catch(() => signUp(api, product.verificationToken))
  const params = { team: String(team.id) }
  if (withSecondInbox && (await api.call(listInboxes, { params })).data.length === 1) {
    await api.call(createInbox, { params, body: { name: 'second' } })
  }
  await product.process.stop()
  return team
}

export const storeOf = (databaseUrl: string | null): Record<string, string> =>
  databaseUrl === null ? {} : { DATABASE_URL: databaseUrl, APP_KEY: 'bench'.repeat(16) }
