import type { FactsOf, Finding, FindingLevel, SectionId } from '@mailstop/contract'
import type { Element } from './mail/html-tree.ts'
import type { InspectedMail } from './mail/inspected-mail.ts'

/** What a rule says of itself: the documents, the API and the screen are made from it. */
export type Rule = ReturnType<typeof fail>

const ruleOf =
  (level: FindingLevel) =>
  /**
   * `what` is wrong, `why` it matters to the reader of the mail, with the source of that (an RFC and its section, the
   * documentation of a client), how to `mend` it, and the client or year since which it holds where it did not always.
   */
  (what: string, why: string, mend: string, since: string | null = null) => ({
    level,
    what,
    why,
    mend,
    since,
  })

export const fail = ruleOf('fail')
export const warn = ruleOf('warn')
export const info = ruleOf('info')

/** Where a finding is. A line and a column count from 1. */
export type Place = NonNullable<Finding['where']>

/** A place that is expensive to find is looked for only where it is shown. */
export type Where = Place | Element | (() => Place | null) | null

/** A section says a rule by its name without the section's, such as `gmail-clip` for `size.gmail-clip`. */
export type Report<Name extends string> = (name: Name, message: string, where?: Where) => void

/** What a check goes by besides the mail. */
export type InspectionOptions = {
  /** Ids of mail clients; empty: the usual ones. */
  clients: readonly string[]
  stagingHosts: readonly string[]
  /** Ids of rules that say nothing. */
  muted: readonly string[]
}

/**
 * One subject of the check. `check` is pure, takes a time that is linear in the mail, walks trees without recursion,
 * and bounds what it returns.
 */
export type Section<Id extends SectionId = SectionId, Name extends string = string> = {
  id: Id
  /** Skipped for a mail that has no html, or too much of it to be read as a tree. */
  needsHtml: boolean
  /** Reads the tree of the html where there is one, and is checked behind those that do not. */
  isLate?: true
  rules: Record<Name, Rule>
  check(
    mail: InspectedMail,
    report: Report<Name>,
    options: InspectionOptions,
  ): FactsOf<Id> | Promise<FactsOf<Id>>
}

/** Keeps the names of the rules, so that no other can be reported. */
export const defineSection = <Id extends SectionId, Name extends string>(
  section: Section<Id, Name>,
): Section<Id, Name> => section
