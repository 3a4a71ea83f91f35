import { inTurns } from '../../lib/process/in-turns.ts'
import type { DrillAttempt } from './drill-attempt.ts'

/** The attempts that were made for one mail, oldest first. */
export type OfferedMail = {
  attempts: DrillAttempt[]
  /** Addresses in lower case of all to whom it was offered. */
  recipients: Set<string>
  /** Whether some attempts are known by sender and recipient alone. */
  isGuessed: boolean
}

/** A mail whose reply was dropped is stored this soon. */
const storingMs = 15_000

type Sender = Pick<DrillAttempt, 'sender'>

const pairOf = ({ sender }: Sender, recipient: string | undefined): string =>
  `${sender?.toLowerCase() ?? ' '}\n${recipient?.toLowerCase() ?? ' '}`

/**
 * Finds which attempts were for the same mail. Content is compared by its surest identity; where a mail has not come that
 * way, by its others. A refusal before the content belongs to the mail of its transaction, else to the next mails from that
 * sender to that recipient, in their order; what is left of a sender and a recipient is one mail that never came, or
 * several that cannot be told apart.
 */
export async function matchAttempts(attempts: readonly DrillAttempt[]): Promise<OfferedMail[]> {
  const sorted = acknowledged(attempts.toSorted((one, other) => one.at - other.at))
  const withContent = sorted.filter(({ identities }) => identities.length > 0)
  const mails: OfferedMail[] = []
  const bySurest = Map.groupBy(withContent, ({ identities }) => identities[0])
  await inTurns(bySurest.values(), (those) => mails.push(mailOf(those)))
  const seen = await joined(mails)
  const withoutContent = sorted.filter(
    ({ identities, point }) => identities.length === 0 && point !== 'auth',
  )
  return [...seen, ...(await matchByAddress(seen, withoutContent))]
}

/** A reply that was dropped after the content belongs to the mail that was stored then. */
function acknowledged(sorted: readonly DrillAttempt[]): DrillAttempt[] {
  const dropped = new Map<string, { all: DrillAttempt[]; next: number }>()
  for (const attempt of sorted) {
    const [identity] = attempt.identities
    if (attempt.outcome !== 'dropped' || identity === undefined) continue
    const those = dropped.get(identity) ?? { all: [], next: 0 }
    dropped.set(identity, those)
    those.all.push(attempt)
  }
  const known = new Set<DrillAttempt>()
  const all = sorted.map((attempt) => {
    const those =
      attempt.outcome === 'stored' ? dropped.get(attempt.identities[0] ?? '') : undefined
    if (!those) return attempt
    let found = those.all[those.next]
    while (found && attempt.at - found.at >= storingMs) found = those.all[++those.next]
    if (!found || found.at - attempt.at >= storingMs) return attempt
    those.next += 1
    known.add(found)
    return { ...attempt, isAcknowledged: false }
  })
  return all.filter((attempt) => !known.has(attempt))
}

function mailOf(attempts: DrillAttempt[]): OfferedMail {
  const recipients = new Set<string>()
  for (const attempt of attempts) addRecipients(recipients, attempt)
  return { attempts, recipients, isGuessed: false }
}

function addRecipients(recipients: Set<string>, attempt: DrillAttempt): void {
  for (const each of attempt.recipients) recipients.add(each.toLowerCase())
}

/** An app may make another Message-ID each time: a mail that did not come goes on in the next one that is the same otherwise. */
async function joined(mails: readonly OfferedMail[]): Promise<OfferedMail[]> {
  const later = new Map<string, OfferedMail>()
  const found: OfferedMail[] = []
  /** What goes on in a mail, the latest first. */
  const earlier = new Map<OfferedMail, DrillAttempt[][]>()
  const latestFirst = mails.toSorted((one, other) => firstAt(other) - firstAt(one))
  await inTurns(latestFirst, (mail) => {
    const others = new Set(mail.attempts.flatMap(({ identities }) => identities.slice(1)))
    const next = [...others].map((each) => later.get(each)).find(Boolean)
    const goesOn = next && !mail.attempts.at(-1)?.isAcknowledged
    if (goesOn) {
      push(earlier, next, mail.attempts)
      for (const each of mail.recipients) next.recipients.add(each)
    } else found.push(mail)
    for (const each of others) later.set(each, goesOn ? next : mail)
  })
  for (const [mail, those] of earlier) {
    mail.attempts = [...those.toReversed(), mail.attempts].flat()
  }
  return found.toReversed()
}

const firstAt = ({ attempts: [first] }: OfferedMail): number => first?.at ?? 0

/** Adds attempts without content to the mails; returns those whose content never came. */
async function matchByAddress(
  mails: readonly OfferedMail[],
  attempts: DrillAttempt[],
): Promise<OfferedMail[]> {
  const asked = new Set(attempts.map((each) => pairOf(each, each.recipients[0])))
  const byTransaction = new Map<string, OfferedMail>()
  const byPair = new Map<string, { mail: OfferedMail; until: number }[]>()
  await inTurns(attempts.length === 0 ? [] : mails, (mail) => {
    const pairs = new Set<string>()
    for (const attempt of mail.attempts) {
      if (attempt.transaction !== null) byTransaction.set(attempt.transaction, mail)
      for (const each of [undefined, ...attempt.recipients]) {
        const pair = pairOf(attempt, each)
        if (asked.has(pair)) pairs.add(pair)
      }
    }
    for (const pair of pairs) push(byPair, pair, { mail, until: untilOf(mail) })
  })
  for (const those of byPair.values()) those.sort((one, other) => one.until - other.until)
  const turns = new Map<string, number>()
  const unseen = new Map<string, OfferedMail>()
  const added = new Set<OfferedMail>()
  const touched = new Set<OfferedMail>()
  await inTurns(attempts, (attempt) => {
    const pair = pairOf(attempt, attempt.recipients[0])
    const same = byTransaction.get(attempt.transaction ?? '')
    const known = same ?? offered(pair, attempt.at) ?? unseen.get(pair)
    const mail = known ?? mailOf([])
    if (!known) added.add(mail)
    if (added.has(mail)) unseen.set(pair, mail)
    if (attempt.transaction !== null) byTransaction.set(attempt.transaction, mail)
    mail.attempts.push(attempt)
    addRecipients(mail.recipients, attempt)
    mail.isGuessed ||= !same
    touched.add(mail)
  })
  for (const mail of touched) mail.attempts.sort((one, other) => one.at - other.at)
  return [...added]

  /** One that comes later, in turn, else the last that has not come. */
  function offered(pair: string, at: number): OfferedMail | undefined {
    const those = byPair.get(pair) ?? []
    const from = firstFrom(those, ({ until }) => until > at)
    const to = firstFrom(those, ({ until }) => until === Infinity)
    if (from >= to) return those[to]?.mail
    const turn = turns.get(pair) ?? 0
    turns.set(pair, turn + 1)
    return those[from + (turn % (to - from))]?.mail
  }
}

/** When a client heard that its mail is stored; from then on it offers it no more. */
function untilOf({ attempts }: OfferedMail): number {
  const last = attempts.at(-1)
  return last?.isAcknowledged ? last.at : Infinity
}

/** Where those begin that hold, of a list in which all after the first hold too. */
function firstFrom<Value>(list: readonly Value[], holds: (value: Value) => boolean): number {
  let [low, high] = [0, list.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const value = list[middle]
    if (value !== undefined && holds(value)) high = middle
    else low = middle + 1
  }
  return low
}

function push<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const those = map.get(key)
  if (those) those.push(value)
  else map.set(key, [value])
}
