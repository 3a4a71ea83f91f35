import type { DrillAttempt } from './drill-attempt.ts'

/** The attempts that were made for one mail, oldest first. */
export type OfferedMail = {
  attempts: DrillAttempt[]
  /** Addresses in lower case of all to whom it was offered. */
  recipients: Set<string>
  /** Whether some attempts are known by sender and recipient alone. */
  isGuessed: boolean
}

/** A client names its other recipients, and sends the content, this soon after a refusal in the same connection. */
const sameTransactionMs = 60_000
/** How many transactions of a connection are looked at for that. */
const nextTransactions = 20
/** A mail whose reply was dropped is stored this soon. */
const storingMs = 15_000

const pairOf = ({ sender, recipients: [first] }: DrillAttempt): string =>
  JSON.stringify([sender?.toLowerCase(), first?.toLowerCase()])

/**
 * Finds which attempts were for the same mail. Content is compared by its surest identity; where a mail has not come that
 * way, by its others. A refusal before the content belongs to the mail that its connection goes on with, else to the next
 * mails from that sender to that recipient, in their order; what is left of a sender and a recipient is one mail that never
 * came, or several that cannot be told apart.
 */
export function matchAttempts(attempts: readonly DrillAttempt[]): OfferedMail[] {
  const sorted = acknowledged(attempts.toSorted((one, other) => one.at - other.at))
  const withContent = sorted.filter(({ identities }) => identities.length > 0)
  const mails = [...Map.groupBy(withContent, ({ identities }) => identities[0])].map(([, those]) =>
    mailOf(those),
  )
  const seen = joined(mails)
  const withoutContent = sorted.filter(
    ({ identities, point }) => identities.length === 0 && point !== 'auth',
  )
  return [...seen, ...matchByAddress(seen, withoutContent)]
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
function joined(mails: readonly OfferedMail[]): OfferedMail[] {
  const later = new Map<string, OfferedMail>()
  const found: OfferedMail[] = []
  for (const mail of mails.toSorted((one, other) => firstAt(other) - firstAt(one))) {
    const others = new Set(mail.attempts.flatMap(({ identities }) => identities.slice(1)))
    const next = [...others].map((each) => later.get(each)).find(Boolean)
    if (next && !mail.attempts.at(-1)?.isAcknowledged) {
      next.attempts.unshift(...mail.attempts)
      for (const each of mail.recipients) next.recipients.add(each)
    } else found.push(mail)
    for (const each of others) later.set(each, next && !found.includes(mail) ? next : mail)
  }
  return found.toReversed()
}

const firstAt = ({ attempts: [first] }: OfferedMail): number => first?.at ?? 0

/** Adds attempts without content to the mails; returns those whose content never came. */
function matchByAddress(mails: readonly OfferedMail[], attempts: DrillAttempt[]): OfferedMail[] {
  const bySession = new Map<string, { attempt: DrillAttempt; mail: OfferedMail }[]>()
  const byPair = new Map<string, { mail: OfferedMail; at: number }[]>()
  for (const mail of mails) {
    const pairs = new Set<string>()
    for (const attempt of mail.attempts) {
      if (attempt.session !== null) push(bySession, attempt.session, { attempt, mail })
      pairs.add(pairOf({ ...attempt, recipients: [] }))
      for (const each of attempt.recipients) pairs.add(pairOf({ ...attempt, recipients: [each] }))
    }
    for (const pair of pairs) push(byPair, pair, { mail, at: firstAt(mail) })
  }
  for (const those of bySession.values()) {
    those.sort((one, other) => one.attempt.at - other.attempt.at)
  }
  for (const those of byPair.values()) those.sort((one, other) => one.at - other.at)
  const turns = new Map<string, number>()
  const unseen = new Map<string, OfferedMail>()
  const touched = new Set<OfferedMail>()
  for (const attempt of attempts) {
    const pair = pairOf(attempt)
    const same = attempt.session === null ? undefined : continued(attempt.session, attempt)
    const mail = same ?? later(pair, attempt.at) ?? unseen.get(pair) ?? mailOf([])
    if (mail.attempts.length === 0) unseen.set(pair, mail)
    mail.attempts.push(attempt)
    addRecipients(mail.recipients, attempt)
    mail.isGuessed ||= !same
    touched.add(mail)
  }
  for (const mail of touched) mail.attempts.sort((one, other) => one.at - other.at)
  return [...unseen.values()]

  function continued(session: string, { at, sender }: DrillAttempt): OfferedMail | undefined {
    const those = bySession.get(session) ?? []
    const from = firstFrom(those, (one) => one.attempt.at >= at)
    return those
      .slice(from, from + nextTransactions)
      .find((one) => one.attempt.at - at < sameTransactionMs && one.attempt.sender === sender)?.mail
  }

  function later(pair: string, at: number): OfferedMail | undefined {
    const those = byPair.get(pair) ?? []
    const from = firstFrom(those, (one) => one.at > at)
    const turn = turns.get(pair) ?? 0
    turns.set(pair, turn + 1)
    return those[from + (turn % (those.length - from))]?.mail
  }
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

function push<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const those = map.get(key)
  if (those) those.push(value)
  else map.set(key, [value])
}
