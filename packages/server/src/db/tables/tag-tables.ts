import type { TagColor } from '@mailstop/contract'
import type { Generated } from 'kysely'

/** What mail is tagged with, and by which rules. */
export type TagTables = {
  mail_tags: {
    /** The team of the mail. */
    team_id: number
    mail_id: number
    /** The name in lower case; unique within the mail. */
    key: string
    name: string
  }
  /** How many mails of a team have a tag, leaving out what was deleted. A tag of no mail has no row. */
  team_tags: {
    team_id: number
    key: string
    /** As the first of these mails has it. */
    name: string
    total: number
    unread: number
    /** The newest mail that ever had it. */
    newest_mail: number
  }
  tag_colors: { team_id: number; key: string; name: string; color: TagColor }
  /** Caught mail that the search finds gets the tags. */
  tag_rules: {
    id: Generated<number>
    team_id: number
    search: string
    /** JSON: `string[]`. */
    tags: string
    created_at: number
  }
}
