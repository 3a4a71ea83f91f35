import { asSharer } from '../../actor.ts'
import { serveClient } from '../../lib/shares/served-client.ts'
import type { Mails } from '../mails/mails.ts'
import type { Item } from './message-rules.ts'
import type { DeliveryRow } from './webhook-delivery-store.ts'
import type { OwnedWebhook } from './webhook-store.ts'

type Deps = {
  mails: { show: Pick<Mails['show'], 'foundAmong' | 'extractedOf'> }
  urlOfMail: (teamId: number, mailId: number) => string
}

export type SentItem = Item & { row: DeliveryRow }
type Webhook = Pick<OwnedWebhook, 'team_id' | 'owner_id' | 'filter' | 'contents'>

/** Reads what deliveries are about. Mail that is gone, or that the filter does not find, is left out. */
export function createTurnItems({ mails, urlOfMail }: Deps) {
  async function itemsOf(webhook: Webhook, rows: readonly DeliveryRow[]) {
    const { team_id: teamId, filter } = webhook
    const ids = rows.flatMap(({ mail_id }) => mail_id ?? [])
    const { kept, found } = await mails.show.foundAmong(teamId, [...new Set(ids)], filter)
    const [items, gone, unwanted] = [[], [], []] as [SentItem[], number[], number[]]
    for (const row of rows) {
      const { event, created_at: at, mail_id: id } = row
      const summary = id === null ? null : found.get(id)
      if (summary === undefined) (id !== null && kept.has(id) ? unwanted : gone).push(row.id)
      else {
        const data = JSON.parse(row.data ?? '{}') as Record<string, string>
        const mail = summary && { ...summary, url: urlOfMail(teamId, summary.id) }
        items.push({ row, event, at, data, mail, contents: null })
      }
    }
    return { items, gone, unwanted }
  }

  /** Reads codes and links too, if they are wanted, as work of the owner of the team. */
  async function withContents(webhook: Webhook, item: SentItem): Promise<SentItem> {
    const { team_id: teamId, owner_id: owner, contents: wanted } = webhook
    if (wanted === 0 || item.mail === null) return item
    const client = { user: asSharer(owner), team: `webhooks of team ${teamId}`, connection: item }
    const { id } = item.mail
    return {
      ...item,
      contents: await serveClient(client, () => mails.show.extractedOf(teamId, id)),
    }
  }

  return { itemsOf, withContents }
}
