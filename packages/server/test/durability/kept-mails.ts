import {
  getMailSource,
  listMails,
  type EndpointReply,
  type MailSummary,
  type Team,
} from '@mailstop/contract'
import type { ApiClient } from '../clients/api-client.ts'

/** Every mail that the team's list shows, page after page. */
export async function listEveryMail(api: ApiClient, team: Team): Promise<MailSummary[]> {
  const mails: MailSummary[] = []
  let cursor: string | null = null
  do {
    const page: EndpointReply<typeof listMails> = await api.must(listMails, {
      params: { team: String(team.id) },
      query: { per_page: '100', ...(cursor !== null && { cursor }) },
    })
    mails.push(...page.data)
    cursor = page.meta.next_cursor
  } while (cursor !== null)
  return mails
}

/** The bytes behind a mail's raw link. */
export async function readSource(api: ApiClient, team: Team, mailId: number): Promise<Uint8Array> {
  const params = { team: String(team.id), mail: String(mailId) }
  const { url } = await api.must(getMailSource, { params })
  const response = await api.send('GET', url)
  if (response.status !== 200) throw new Error(`${url} answered ${response.status}`)
  return new Uint8Array(await response.arrayBuffer())
}
