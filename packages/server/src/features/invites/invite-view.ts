import type { Invite } from '@mailstop/contract'
import type { InviteRow } from '../../db/schema.ts'

export function inviteView({
  id,
  email,
  created_at,
  expires_at,
  link_copied_at,
}: InviteRow): Invite {
  return {
    id,
    email,
    created_at: new Date(created_at).toISOString(),
    expires_at: new Date(expires_at).toISOString(),
    link_copied_at: link_copied_at === null ? null : new Date(link_copied_at).toISOString(),
    avatar: null,
  }
}
