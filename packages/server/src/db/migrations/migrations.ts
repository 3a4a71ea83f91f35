import type { Migration } from 'kysely/migration'
import type { DialectName } from '../dialect.ts'
import { endedSessions } from './083-ended-sessions.ts'
import { failedSessions } from './071-failed-sessions.ts'
import { guards } from './075-guards.ts'
import { inboxes } from './076-inboxes.ts'
import { markDetails } from './079-mark-details.ts'
import { identities } from './077-identities.ts'
import { initial } from './initial/initial.ts'
import { shareLinks } from './078-share-links.ts'
import { inspectionSettings } from './074-inspection-settings.ts'
import { tagRules } from './073-tag-rules.ts'
import { trashOfTeams } from './072-trash-of-teams.ts'
import { webhooks } from './081-webhooks.ts'
import { scenarios } from './082-scenarios.ts'
import { wordsOfInboxes } from './080-words-of-inboxes.ts'

/** It has the name of the last of those that made the same tables step by step, so that a store with all of them is up to date. */
export const initialMigration = '070-unconfirmed-addresses'

/** Every migration in the order they run. One that was released never changes. */
export function migrations(dialect: DialectName): Record<string, Migration> {
  return {
    [initialMigration]: initial(dialect),
    '071-failed-sessions': failedSessions(dialect),
    '072-trash-of-teams': trashOfTeams(dialect),
    '073-tag-rules': tagRules(dialect),
    '074-inspection-settings': inspectionSettings(dialect),
    '075-guards': guards(dialect),
    '076-inboxes': inboxes(dialect),
    '077-identities': identities(dialect),
    '078-share-links': shareLinks(dialect),
    '079-mark-details': markDetails,
    '080-words-of-inboxes': wordsOfInboxes,
    '081-webhooks': webhooks(dialect),
    '082-scenarios': scenarios(dialect),
    '083-ended-sessions': endedSessions(dialect),
  }
}

/** All databases have the same migrations. */
export const newestMigration = Object.keys(migrations('sqlite')).toSorted().at(-1) ?? ''
