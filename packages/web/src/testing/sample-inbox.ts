import type { Inbox } from '@mailstop/contract'

/** A valid inbox as the API lists it; a test overrides what it needs. */
export const sampleInbox = (id: number, name: string, change: Partial<Inbox> = {}): Inbox => ({
  id,
  name,
  code: `code000${id}`,
  username: `user-${name}`,
  total: 0,
  unread: 0,
  mails_of_day: 0,
  created_at: '2026-11-01T09:00:00.000Z',
  created_by: { id: 1, name: 'Ada Byron' },
  last_used_at: null,
  expires_at: null,
  expires_in: null,
  archived_at: null,
  previous_until: null,
  networks: [],
  recipients: [],
  per_minute: null,
  retention_days: null,
  retention_mails: null,
  ...change,
})

/** A team with several inboxes. */
export const sampleInboxes = () => [
  sampleInbox(1, 'main'),
  sampleInbox(2, 'staging'),
  sampleInbox(3, 'shop', { total: 3 }),
]
