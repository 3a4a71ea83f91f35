import { tagKey } from '@mailstop/contract'
import { inboxOf, keepsToInbox, type TeamRequest } from '../../actor.ts'
import { conflict, invalid, rateLimited } from '../../errors.ts'
import type { FeatureDeps } from '../feature-deps.ts'
import type { Permit } from '../teams/teams.ts'
import { accountOf } from './inbox-account.ts'
import { findInbox, findInboxNamed } from './inbox-store.ts'
import type { MinuteCounts } from './minute-counts.ts'

type NamedInboxDeps = Pick<FeatureDeps, 'db'> & {
  permit: Permit
  minuteCounts: Pick<MinuteCounts, 'add'>
}

/** An inbox that mail comes to by HTTP. */
export type NamedInbox = {
  id: number
  /** Refuses a mail that it would refuse by SMTP; counts it otherwise. */
  admit(recipients: readonly string[]): void
}

export type FindNamedInbox = ReturnType<typeof createNamedInbox>

export function createNamedInbox({ db, permit, minuteCounts }: NamedInboxDeps) {
  /** Without a name, it finds the only inbox that is reached. Null where all are: the first gets the mail then. */
  return async function find(
    request: TeamRequest<'import_mail'>,
    name: string | undefined,
  ): Promise<NamedInbox | null> {
    const { teamId } = request
    const only = inboxOf(request)
    if (name === undefined && only === null) return null
    await permit(db.sql, request, keepsToInbox)
    const row =
      name === undefined
        ? await findInbox(db.sql, teamId, only ?? 0)
        : await findInboxNamed(db.sql, teamId, tagKey(name))
    if (!row || (only !== null && row.id !== only)) {
      throw invalid({ inbox: ['This team has no inbox of that name'] })
    }
    const { takes = () => true, perMinute, isArchived } = accountOf(row)
    if (isArchived) throw conflict('This inbox is archived and takes no mail.')
    return {
      id: row.id,
      admit(recipients) {
        const refused = recipients.find((address) => !takes(address))
        if (refused !== undefined) {
          throw invalid({ to: [`This inbox takes no mail for ${refused}`] })
        }
        const waitMs = perMinute === undefined ? null : minuteCounts.add(teamId, row.id, perMinute)
        if (waitMs !== null) {
          throw rateLimited(
            Math.max(1, Math.ceil(waitMs / 1_000)),
            'This inbox has taken as many messages as it may in a minute.',
          )
        }
      },
    }
  }
}
