import type { Generated } from 'kysely'

/** What programs say of mail after it was caught, and what they judge it by. */
export type GuardTables = {
  mail_marks: {
    /** The team of the mail. */
    team_id: number
    mail_id: number
    /** As `rows/mail-marks.ts` writes it; unique within the mail. */
    key: string
    /** It names what the mark is about, such as a link. */
    detail: string | null
  }
  /** Up to which place in the order of arrival the mail of a team was judged. A team that asked for nothing has no row. */
  judged_teams: {
    team_id: number
    revision: number
    reached_mail: number
    judged_at: number
  }
  guards: {
    id: Generated<number>
    team_id: number
    /** Unique within the team. */
    name: string
    /** JSON: `GuardDemand`. */
    demand: string
    /** A search. */
    except: string | null
    /** Null while it is off. */
    on_at: number | null
    created_at: number
  }
  /** Mail that a guard counts, by a keyed hash of what must not come again. Forgotten after a day. */
  counted_mails: {
    team_id: number
    hash: string
    /** A mail that is gone is not counted. */
    counted_mail: number
    at: number
  }
}
