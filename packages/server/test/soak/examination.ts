import { setTimeout as delay } from 'node:timers/promises'
import { listMails, listTeams } from '@mailstop/contract'
import type { ApiClient } from '../clients/api-client.ts'
import { listEveryMail, readSource } from '../durability/kept-mails.ts'
import type { Product } from '../durability/product-child.ts'
import { hashOf } from '../durability/sent-mails.ts'
import { logIn } from '../durability/sign-in.ts'
import { compareKept, type Comparison } from './comparison.ts'
import type { TrackedMail } from './tracked-mail.ts'

export type Examination = Comparison & { compared: number; searched: number }

const atOnce = 8
/** The most pairs of words that the characters of a search have room for. */
const mailsPerSearch = 15
/** A mail whose words were not written before a kill gets them after the next start. */
const patienceMs = 60_000

/**
 * Holds the product to all that was sent, over HTTP alone: every acknowledged mail is listed. Of
 * `chosen`, the bytes are compared, and each is found by the word of its subject and of its text.
 */
export async function examine(
  product: Product,
  sent: TrackedMail[],
  chosen: TrackedMail[] = sent,
): Promise<Examination> {
  const { api } = await logIn(product)
  const { data: teams } = await api.must(listTeams, {})
  const listed = []
  for (const team of teams) {
    const mails = await listEveryMail(api, team)
    listed.push(...mails.map(({ id, subject, size }) => ({ teamId: team.id, id, subject, size })))
  }
  const comparison = compareKept(sent, listed)
  const kept = new Set(listed.map(({ id }) => id))
  const present = chosen.flatMap((mail) => {
    const ids = mail.ids.filter((id) => kept.has(id))
    return ids.map((id) => ({ mail, id }))
  })
  const faults = [...comparison.faults]
  await eachOf(present, async ({ mail, id }) => {
    const team = teams.find(({ id: teamId }) => teamId === mail.teamId)
    const source = team && (await readSource(api, team, id))
    if (!source || hashOf(source) !== mail.hash) faults.push(`mail ${id} has other bytes`)
  })
  faults.push(...(await findAll(api, present)))
  return { ...comparison, faults, compared: present.length, searched: present.length }
}

type Present = { mail: TrackedMail; id: number }

/** A sentence for each mail that its two words do not find. */
async function findAll(api: ApiClient, present: Present[]): Promise<string[]> {
  const groups: Present[][] = []
  for (const ofTeam of Map.groupBy(present, ({ mail }) => mail.teamId).values()) {
    for (let from = 0; from < ofTeam.length; from += mailsPerSearch) {
      groups.push(ofTeam.slice(from, from + mailsPerSearch))
    }
  }
  const faults: string[] = []
  const until = Date.now() + patienceMs
  await eachOf(groups, async (group) => {
    let missing = group
    do {
      if (missing !== group) await delay(200)
      const found = await search(api, missing)
      missing = missing.filter(({ id }) => !found.has(id))
    } while (missing.length > 0 && Date.now() < until)
    for (const { mail, id } of missing) faults.push(`mail ${id} (${mail.token}) is not found`)
  })
  return faults
}

async function search(api: ApiClient, group: Present[]): Promise<Set<number>> {
  const teamId = group[0]?.mail.teamId
  const q = group.map(({ mail }) => `(${mail.token} ${mail.word})`).join(' OR ')
  const query = { q, per_page: '100' }
  const { data } = await api.must(listMails, { params: { team: String(teamId) }, query })
  return new Set(data.map(({ id }) => id))
}

/** Some at a time, so that the product is asked neither one by one nor by thousands. */
async function eachOf<T>(items: T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = items.values()
  const worker = async () => {
    for (const item of left) await work(item)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}
