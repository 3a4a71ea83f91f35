import { createMailChanges, type ChangeDeps } from './change/mail-changes.ts'
import { createTagRuleChanges } from './change/tag-rule-changes.ts'
import { createTeamTags } from './change/team-tags.ts'
import { createTeamCounters, type CounterDeps } from './counts/team-counters.ts'
import { createSelectedMails } from './find/selected-mails.ts'
import { createLoginMail } from './keep/login-mail.ts'
import { createInboxMail } from './keep/inbox-mail.ts'
import { createTeamLimits } from './keep/team-limits.ts'
import { createTeamRetention, type Kept } from './keep/team-retention.ts'
import { createMailList } from './show/mail-list.ts'
import { createCriteriaSearch } from './show/criteria-search.ts'
import { createOffsetPages } from './show/offset-pages.ts'
import { createNamedMails } from './show/named-mails.ts'
import { createOpenedMail, type OpenedMailDeps } from './show/opened-mail.ts'

/**
 * A team's caught mail, by rooms. Every operation takes what an actor wants to do in the team, and refuses what
 * `permit` refuses.
 */
export type Mails = ReturnType<typeof createMails>
export type { OtherPeople } from './find/words/mail-entry.ts'
export type { MailSearch } from './find/mail-condition.ts'
export type { MailQuery, PinnedQuery } from './find/mail-selection.ts'
export type { InboxCount } from './rows/inbox-store.ts'
export type { Judge } from './judge/judging.ts'
export { checkMark, type Mark } from './rows/mail-marks.ts'
export type { FoundRow, MailCriteria } from './show/criteria-search.ts'
export type { PageRow } from './show/offset-pages.ts'
export * as searchTerms from './find/words/search-terms.ts'

export type MailDeps = ChangeDeps &
  CounterDeps &
  OpenedMailDeps & {
    /** What the server keeps of a team's mail at most. */
    retention?: Kept
  }

const keepsAll: Kept = { days: null, mails: null }

export function createMails(deps: MailDeps) {
  const { db, permit, retention: most = keepsAll } = deps
  const changes = createMailChanges(deps)
  return {
    find: createSelectedMails(deps),
    show: {
      list: createMailList(deps),
      lookUp: createCriteriaSearch(deps),
      ...createOffsetPages(deps),
      ...createOpenedMail(deps),
      ...createNamedMails(deps),
    },
    counts: createTeamCounters(deps),
    change: {
      ...changes,
      tags: createTeamTags({ ...deps, changes }),
      tagRules: createTagRuleChanges(deps),
    },
    keep: {
      ...createTeamLimits(deps),
      inboxes: createInboxMail(deps),
      byLogin: createLoginMail({ ...deps, nextDeletion: changes.nextDeletion }),
      retention: createTeamRetention({ db, permit, most }),
    },
  }
}
