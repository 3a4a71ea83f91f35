import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { DialectName } from '../dialect.ts'
import { foundation } from './001-foundation.ts'
import { liveEvents } from './002-live-events.ts'
import { outbox } from './003-outbox.ts'
import { attempts } from './004-attempts.ts'
import { inbox } from './005-inbox.ts'
import { vocabulary } from './006-vocabulary.ts'
import { forwards } from './007-forwards.ts'
import { revisions } from './008-revisions.ts'
import { pendingAddresses } from './009-pending-addresses.ts'
import { forwardingRules } from './010-forwarding-rules.ts'
import { teams } from './011-teams.ts'
import { consentTokens } from './012-consent-tokens.ts'
import { deletedUsers } from './013-deleted-users.ts'
import { mailChanges } from './014-mail-changes.ts'
import { withdrawnConsent } from './015-withdrawn-consent.ts'
import { runsOfWords } from './016-runs-of-words.ts'
import { deliveriesAlone } from './017-deliveries-alone.ts'
import { importedMail } from './018-imported-mail.ts'
import { marksOnly } from './019-marks-only.ts'
import { suppressedAddresses } from './020-suppressed-addresses.ts'
import { heldBytes } from './022-held-bytes.ts'
import { leases } from './023-leases.ts'
import { processes } from './061-processes.ts'
import { wordLists } from './062-word-lists.ts'
import { wordIndexes } from './063-word-indexes.ts'
import { vouchedMembers } from './069-vouched-members.ts'
import { unconfirmedAddresses } from './070-unconfirmed-addresses.ts'
import { fewerTables } from './024-fewer-tables.ts'
import { queueColumns } from './026-queue-columns.ts'
import { snippets } from './028-snippets.ts'
import { usedInvites } from './029-used-invites.ts'
import { dialogueTimes } from './032-dialogue-times.ts'
import { chargedEnvelopes } from './033-charged-envelopes.ts'
import { logins } from './040-logins.ts'
import { operators } from './043-operators.ts'
import { teamLimits } from './044-team-limits.ts'
import { operatorActs } from './045-operator-acts.ts'
import { caughtCounts } from './046-caught-counts.ts'
import { apiTokens } from './048-api-tokens.ts'
import { mailArrivals } from './049-mail-arrivals.ts'
import { tags } from './050-tags.ts'
import { idempotencyKeys } from './052-idempotency-keys.ts'
import { teamCodes } from './053-team-codes.ts'
import { otherPeople } from './055-other-people.ts'
import { mailContents } from './056-mail-contents.ts'
import { packedDialogues } from './057-packed-dialogues.ts'
import { mailRanges } from './058-mail-ranges.ts'
import { sourceSegments } from './059-source-segments.ts'
import { wordWindows } from './060-word-windows.ts'

/** Every migration in the order they run. One that was released never changes. */
export function migrations(dialect: DialectName): Record<string, Migration> {
  return {
    '001-foundation': migration(foundation(dialect)),
    '002-live-events': migration(liveEvents(dialect)),
    '003-outbox': migration(outbox(dialect)),
    '004-attempts': migration(attempts(dialect)),
    '005-inbox': migration(inbox(dialect)),
    '006-vocabulary': migration(vocabulary(dialect)),
    '007-forwards': migration(forwards(dialect)),
    '008-revisions': migration(revisions(dialect)),
    '009-pending-addresses': migration(pendingAddresses()),
    '010-forwarding-rules': migration(forwardingRules(dialect)),
    '011-teams': migration(teams(dialect)),
    '012-consent-tokens': migration(consentTokens()),
    '013-deleted-users': migration(deletedUsers(dialect)),
    '014-mail-changes': migration(mailChanges(dialect)),
    '015-withdrawn-consent': migration(withdrawnConsent(dialect)),
    '016-runs-of-words': migration(runsOfWords(dialect)),
    '017-deliveries-alone': migration(deliveriesAlone(dialect)),
    '018-imported-mail': migration(importedMail(dialect)),
    '019-marks-only': migration(marksOnly(dialect)),
    '020-suppressed-addresses': migration(suppressedAddresses(dialect)),
    '022-held-bytes': migration(heldBytes(dialect)),
    '023-leases': migration(leases(dialect)),
    '024-fewer-tables': migration(fewerTables()),
    '026-queue-columns': migration(queueColumns(dialect)),
    '028-snippets': migration(snippets()),
    '029-used-invites': migration(usedInvites(dialect)),
    '032-dialogue-times': migration(dialogueTimes()),
    '033-charged-envelopes': migration(chargedEnvelopes()),
    '040-logins': migration(logins()),
    '043-operators': migration(operators(dialect)),
    '044-team-limits': migration(teamLimits(dialect)),
    '045-operator-acts': migration(operatorActs(dialect)),
    '046-caught-counts': migration(caughtCounts(dialect)),
    '048-api-tokens': migration(apiTokens(dialect)),
    '049-mail-arrivals': migration(mailArrivals(dialect)),
    '050-tags': migration(tags(dialect)),
    '052-idempotency-keys': migration(idempotencyKeys(dialect)),
    '053-team-codes': migration(teamCodes(dialect)),
    '055-other-people': migration(otherPeople()),
    '056-mail-contents': migration(mailContents(dialect)),
    '057-packed-dialogues': migration(packedDialogues(dialect)),
    '058-mail-ranges': mailRanges(dialect),
    '059-source-segments': migration(sourceSegments(dialect)),
    '060-word-windows': wordWindows(dialect),
    '061-processes': migration(processes(dialect)),
    '062-word-lists': wordLists(dialect),
    '063-word-indexes': wordIndexes(dialect),
    '069-vouched-members': migration(vouchedMembers(dialect)),
    '070-unconfirmed-addresses': migration(unconfirmedAddresses(dialect)),
  }
}

function migration(statements: string[]): Migration {
  return {
    async up(db) {
      for (const statement of statements) await sql.raw(statement).execute(db)
    },
  }
}
