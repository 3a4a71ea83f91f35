import type { GuardDemand } from '@mailstop/contract'
import { countText } from '@mailstop/contract/count-text'
import { isDevHost } from '../../../inspect/leftovers/patterns.ts'
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
  /** Names what of the mail breaks it: empty where nothing can be named, null where nothing breaks it. */
  fault(demand: Demand, mail: Judged, guard: Guard): string | null | undefined
}

/** How each rule is broken. Pure. */
const rules: { [Name in GuardDemand['rule']]: Rule<Extract<GuardDemand, { rule: Name }>> } = {
  no_mail: { reads: false, fault: (_demand, mail, { search }) => unnamed(isMet(search, mail)) },
  each_mail: {
    reads: false,
    fault: (_demand, mail, { search, must }) =>
      unnamed(isMet(search, mail) && must !== null && meets(must, mail.known) === false),
  },
  // Counted by `createCount`, by the hashes of `guard-worker.ts`.
  at_most: { reads: false, fault: () => null },
  recipients_within: {
    reads: false,
    fault: ({ domains }, { known }) =>
      known.recipients().find((address) => !isWithin(domainOf(address), domains)),
  },
  sender_within: {
    reads: false,
    fault: ({ domains }, { known: { row } }) =>
      isWithin(domainOf(row.sender_key), domains) ? null : row.sender_key,
  },
  no_links_to: {
    reads: true,
    fault: ({ local, hosts }, { contents }) =>
      contents?.links.find(({ host }) => (local && isDevHost(host)) || isWithin(host, hosts))?.href,
  },
  no_placeholder: { reads: true, fault: (_demand, { contents }) => contents?.placeholder },
  recipients_at_most: {
    reads: false,
    fault({ most }, { known }) {
      const { length } = known.recipients()
      return length > most ? countText(length, 'recipient') : null
    },
  },
  no_secret: { reads: true, fault: (_demand, { contents }) => contents?.secret },
  unsubscribe_on_bulk: {
    reads: true,
    fault: (_demand, { contents }) =>
      unnamed(contents !== null && contents.isBulk && !contents.canUnsubscribe),
  },
  html_at_most: {
    reads: true,
    fault({ kilobytes }, { contents }) {
      const size = (contents?.htmlBytes ?? 0) / 1_024
      return size > kilobytes ? `${Math.ceil(size)} KB` : null
    },
  },
}

const ruleOf = ({ demand }: Guard): Rule<GuardDemand> => rules[demand.rule]

export const faultOf = (guard: Guard, mail: Judged): string | null =>
  ruleOf(guard).fault(guard.demand, mail, guard) ?? null

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

const unnamed = (isBroken: boolean): string | null => (isBroken ? '' : null)

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

  /** How many with the same hash there are within the time, with it; null while they are not too many. */
  function tooMany({ demand }: Guard, one: CountedMail): number | null {
    if (demand.rule !== 'at_most') return null
    const { hash, mail, at } = one
    const those = known.get(hash) ?? []
    const newest = [...those, one].slice(-demand.most - spareCounted)
    known.set(hash, newest)
    if (newest.length <= those.length) firstKept.set(hash, newest[0]?.mail ?? mail)
    const others = those.filter(
      (other) => other.mail !== mail && Math.abs(other.at - at) <= demand.minutes * 60_000,
    )
    return others.length >= demand.most ? others.length + 1 : null
  }

  return { tooMany, firstKept }
}
