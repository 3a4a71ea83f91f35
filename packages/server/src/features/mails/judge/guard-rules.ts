import type { GuardDemand } from '@mailstop/contract'
import { asksForWords, hasTest, not, type MailSearch } from '../find/mail-condition.ts'
import { meets, type KnownMail } from '../find/mail-match.ts'
import { checkMarks } from '../rows/mail-marks.ts'
import type { JudgedContents } from './read-contents.ts'

/** A guard with its searches read. */
export type Guard = {
  id: number
  name: string
  demand: GuardDemand
  search: MailSearch | null
  must: MailSearch | null
  except: MailSearch | null
}

/** `contents` is null where the mail could not be read. */
export type Judged = { known: KnownMail; contents: JudgedContents | null }

type Rule<Demand> = {
  /** Whether it asks for more than the row of a mail. */
  reads: boolean
  breaks(demand: Demand, mail: Judged, guard: Guard): boolean
}

/** How each rule is broken. Pure. */
const rules: { [Name in GuardDemand['rule']]: Rule<Extract<GuardDemand, { rule: Name }>> } = {
  no_mail: { reads: false, breaks: (_demand, mail, { search }) => isMet(search, mail) },
  each_mail: {
    reads: false,
    breaks: (_demand, mail, { search, must }) =>
      isMet(search, mail) && must !== null && meets(must, mail.known) === false,
  },
  // Counted by `createCount`, by the hashes of `guard-worker.ts`.
  at_most: { reads: false, breaks: () => false },
  recipients_within: {
    reads: false,
    breaks: ({ domains }, { known }) =>
      known.recipients().some((address) => !isWithin(domainOf(address), domains)),
  },
  sender_within: {
    reads: false,
    breaks: ({ domains }, { known }) => !isWithin(domainOf(known.row.sender_key), domains),
  },
  no_links_to: {
    reads: true,
    breaks: ({ local, hosts }, { contents }) =>
      (local && Boolean(contents?.hasDevHost)) ||
      Boolean(contents?.hosts.some((host) => isWithin(host, hosts))),
  },
  no_placeholder: { reads: true, breaks: (_demand, { contents }) => has(contents?.placeholder) },
  recipients_at_most: {
    reads: false,
    breaks: ({ most }, { known }) => known.recipients().length > most,
  },
  no_secret: { reads: true, breaks: (_demand, { contents }) => has(contents?.secret) },
  unsubscribe_on_bulk: {
    reads: true,
    breaks: (_demand, { contents }) =>
      contents !== null && contents.isBulk && !contents.canUnsubscribe,
  },
  html_at_most: {
    reads: true,
    breaks: ({ kilobytes }, { contents }) => (contents?.htmlBytes ?? 0) > kilobytes * 1_024,
  },
}

const ruleOf = ({ demand }: Guard): Rule<GuardDemand> => rules[demand.rule]

export const breaks = (guard: Guard, mail: Judged): boolean =>
  ruleOf(guard).breaks(guard.demand, mail, guard)

/** An exception that cannot be decided excuses nothing. Mail that could not be checked is right for guards that ask for the verdict. */
export const isExcused = (guard: Guard, mail: Judged): boolean =>
  isMet(guard.except, mail) || (asksForVerdict(guard) && !isChecked(mail))

const isChecked = ({ known }: Judged): boolean =>
  checkMarks.some((mark) => known.row.marks?.split(',').includes(mark))

export const readsContents = (guard: Guard): boolean =>
  ruleOf(guard).reads ||
  (guard.demand.rule === 'at_most' && guard.demand.same !== 'subject') ||
  searchesOf(guard).some(asksForWords)

export const asksForVerdict = (guard: Guard): boolean =>
  searchesOf(guard).some((search) =>
    hasTest(search, (test) => 'mark' in test && checkMarks.includes(test.mark)),
  )

const searchesOf = ({ search, must, except }: Guard): MailSearch[] =>
  [search, must, except].filter((one) => one !== null)

const isMet = (search: MailSearch | null, { known }: Judged): boolean =>
  search !== null && meets(search, known) === true

const has = (found: string | null | undefined): boolean => found !== null && found !== undefined

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1)

/** A domain stands for its subdomains too. */
const isWithin = (host: string, domains: readonly string[]): boolean =>
  domains.some((domain) => host === domain || host.endsWith(`.${domain}`))

/** The search of the index that finds what breaks a guard; null where the contents or a count decide. */
export function searchOfBroken({ demand, search, must }: Guard): MailSearch | null {
  if (demand.rule === 'no_mail') return search
  return search && must && { kind: 'all', parts: [search, not(must)] }
}

export type CountedMail = { hash: string; mail: number; at: number }

/** The newest of the same are enough to count by; so many may be deleted meanwhile. */
const spareCounted = 20

/** Counts mails in the order of their arrival, by hashes of what must not come too often. */
export function createCount(before: readonly CountedMail[]) {
  const known = Map.groupBy(before, ({ hash }) => hash)
  /** The oldest mail that is still counted, of hashes that many have. */
  const firstKept = new Map<string, number>()

  /** Whether so many others with the same hash came before it within the time. */
  function isOver({ demand }: Guard, one: CountedMail): boolean {
    if (demand.rule !== 'at_most') return false
    const { hash, mail, at } = one
    const those = known.get(hash) ?? []
    const newest = [...those, one].slice(-demand.most - spareCounted)
    known.set(hash, newest)
    if (newest.length <= those.length) firstKept.set(hash, newest[0]?.mail ?? mail)
    const others = those.filter(
      (other) => other.mail !== mail && Math.abs(other.at - at) <= demand.minutes * 60_000,
    )
    return others.length >= demand.most
  }

  return { isOver, firstKept }
}
