import type { ApiToken } from '@mailstop/contract'

/** A valid token as the API lists it; a test overrides what it needs. */
export const sampleToken = (change: Partial<ApiToken> = {}): ApiToken => ({
  id: 5,
  name: 'CI',
  hint: 'AbC9',
  scopes: ['mail:read', 'mail:delete'],
  inbox: null,
  created_by: { id: 1, name: 'Ada Byron' },
  created_at: '2026-11-01T09:00:00.000Z',
  expires_at: '2099-11-01T09:00:00.000Z',
  last_used_at: null,
  last_used_address: null,
  last_used_agent: null,
  ...change,
})
