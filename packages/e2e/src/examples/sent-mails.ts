import type { BrowserContext } from '@playwright/test'
import { listMails, listTeams } from '@mailstop/contract'
import { callApi } from '../call-api.ts'

/** How many mails with this subject the first team of the signed-in user has caught. */
export async function countSent(context: BrowserContext, subject: string): Promise<number> {
  const { data: teams } = await callApi(context, listTeams, {})
  const params = { team: String(teams[0]?.id) }
  const { data: mails } = await callApi(context, listMails, { params, query: { per_page: '100' } })
  return mails.filter((mail) => mail.subject === subject).length
}
