import type { GuardDemand } from '@mailstop/contract'
import { asksForWords, joined, not, row, type MailSearch } from '../find/mail-condition.ts'
import { meets, type KnownMail } from '../find/mail-match.ts'
import { checkMark } from '../rows/mail-marks.ts'
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
  // Counted by `guard-judge.ts`, by the hashes of `guard-worker.ts`.
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
  check: {
    reads: false,
    breaks: (demand, { known }) => {
      const marks = known.row.marks?.split(',') ?? []
      return wrongVerdicts(demand).some((verdict) => marks.includes(checkMark(verdict)))
    },
  },
  html_at_most: {
    reads: true,
    breaks: ({ kilobytes }, { contents }) => (contents?.htmlBytes ?? 0) > kilobytes * 1_024,
  },
}

const ruleOf = ({ demand }: Guard): Rule<GuardDemand> => rules[demand.rule]

export const breaks = (guard: Guard, mail: Judged): boolean =>
  ruleOf(guard).breaks(guard.demand, mail, guard)

/** An exception that cannot be decided excuses nothing. */
export const isExcused = ({ except }: Guard, mail: Judged): boolean => isMet(except, mail)

export const readsContents = (guard: Guard): boolean =>
  ruleOf(guard).reads ||
  (guard.demand.rule === 'at_most' && guard.demand.same !== 'subject') ||
  [guard.search, guard.must, guard.except].some((search) => search !== null && asksForWords(search))

const wrongVerdicts = ({ worst }: { worst: 'pass' | 'warn' }) =>
  worst === 'warn' ? (['fail'] as const) : (['fail', 'warn'] as const)

const isMet = (search: MailSearch | null, { known }: Judged): boolean =>
  search !== null && meets(search, known) === true

const has = (found: string | null | undefined): boolean => found !== null && found !== undefined

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1)

/** A domain stands for its subdomains too. */
const isWithin = (host: string, domains: readonly string[]): boolean =>
  domains.some((domain) => host === domain || host.endsWith(`.${domain}`))

/**
 * The search of the index that finds what breaks a guard; null where none does, as the contents or a count decide.
 */
export function searchOfBroken({ demand, search, must }: Guard): MailSearch | null {
  if (demand.rule === 'no_mail') return search
  if (demand.rule === 'each_mail') {
    return search && must && { kind: 'all', parts: [search, not(must)] }
  }
  if (demand.rule !== 'check') return null
  const wrong = wrongVerdicts(demand).map((verdict) => row({ mark: checkMark(verdict) }))
  return joined('any', wrong)
}

type Seen = { id: number; at: number; others: number }

/**
 * Counts what comes the newest first: a mail breaks the rule when so many others with its hash came before it within
 * the time. Returns the mails that do so by now.
 */
export function createBackwardCount(most: number, windowMs: number) {
  const seen = new Map<string, Seen[]>()
  return (hash: string, id: number, at: number): number[] => {
    const later = (seen.get(hash) ?? []).filter((one) => Math.abs(one.at - at) <= windowMs)
    for (const one of later) one.others += 1
    seen.set(hash, [...later, { id, at, others: 0 }])
    return later.filter((one) => one.others === most).map((one) => one.id)
  }
}
