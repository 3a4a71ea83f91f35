import { mailcatcherRoutes } from '../mailcatcher/mailcatcher-calls.ts'
import { maildevRoutes } from '../maildev/maildev-calls.ts'
import { mailhogRoutes } from '../mailhog/mailhog-calls.ts'
import { mailosaurRoutes } from '../mailosaur/mailosaur-calls.ts'
import { mailpitRoutes } from '../mailpit/mailpit-calls.ts'

/**
 * Every route of the product with a request that is right in every way, for tests that make one thing
 * wrong at a time. `{name}` in a path, or as a value in a body, is filled from what the asking user
 * owns. The order is that in which the requests can follow each other.
 */
export type RouteRow = {
  body?: unknown
  /** A body that is not JSON, and its type. */
  raw?: { text: string; type: string }
  /** Other bodies that are right as well. */
  also?: unknown[]
  /** What it needs behind its path. */
  query?: string
  /** Who of a team may; all its members unless said otherwise. */
  may?: 'owner' | 'member'
  /** What the right request gets when that is not a success: it names what does not exist. */
  answers?: number
}

export const password = 'correct horse battery staple'

const fresh = 'battery staple correct horse'
const someone = 'someone@example.test'

export const routeTable: Record<string, RouteRow> = {
  'GET /sanctum/csrf-cookie': {},
  'GET /api/terms': {},
  'GET /api/privacy': {},
  'GET /api/system-mail': {},
  'GET /api/version': {},
  'GET /api/openapi.json': {},
  'POST /login': { body: { email: '{email}', password } },
  'POST /register': {
    body: { name: 'New', email: someone, password, password_confirmation: password },
  },
  'POST /forgot-password': { body: { email: someone } },
  'POST /reset-password': {
    body: { token: 'x', email: someone, password, password_confirmation: password },
    answers: 422,
  },
  'POST /api/email-verification/{token}': { answers: 410 },
  'POST /email/verification-notification': {},

  // No issuer is configured.
  'GET /auth/oidc': { answers: 404 },
  'GET /auth/oidc/callback': { answers: 404 },
  'POST /api/sign-in/confirmation': { body: { password }, also: [{ token: 'x' }], answers: 404 },
  'POST /api/sign-in/confirmation-link': { answers: 404 },
  'GET /api/identities': { answers: 404 },
  'POST /api/identities': { body: { password }, answers: 404 },
  'DELETE /api/identities/{identity}': { answers: 404 },

  'GET /api/profile': {},
  'PATCH /api/profile': { body: { name: 'Ada Lovelace', email: '{email}' } },
  'DELETE /api/profile/pending-email': {},
  'GET /api/sessions': {},
  'GET /api/teams': {},
  'POST /api/teams': { body: { name: 'Rocket Labs' } },
  'PATCH /api/teams/{team}': { body: { name: 'Rocket Works' }, may: 'owner' },
  'POST /api/teams/{team}/smtp-credentials/rotate': { may: 'owner' },
  'GET /api/teams/{team}/smtp-sessions': {},
  'GET /api/teams/{team}/smtp': {},
  'POST /api/teams/{team}/test-mail': {},
  'GET /api/teams/{team}/users': {},
  'DELETE /api/teams/{team}/users/{user}': { may: 'owner' },
  'GET /api/teams/{team}/inboxes': {},
  'POST /api/teams/{team}/inboxes': { body: { name: 'shop' } },
  'PATCH /api/teams/{team}/inboxes/{inbox}': { body: { name: 'web shop' } },
  'GET /api/teams/{team}/inboxes/{inbox}/credentials': {},
  'POST /api/teams/{team}/inboxes/{inbox}/rotate': {},
  'DELETE /api/teams/{team}/inboxes/{inbox}': {},
  'GET /api/teams/{team}/tokens': {},
  'POST /api/teams/{team}/tokens': { body: { name: 'CI', scopes: ['mail:read'] } },
  'DELETE /api/teams/{team}/tokens/{api_token}': {},
  // No user has a token.
  'GET /api/token': { answers: 401 },
  'GET /api/teams/{team}/retention': {},
  'PUT /api/teams/{team}/retention': { body: { days: 30, mails: null }, may: 'owner' },
  'GET /api/teams/{team}/tags': {},
  'PATCH /api/teams/{team}/tags': { query: 'tag=any', body: { color: 'red' } },
  'DELETE /api/teams/{team}/tags': { query: 'tag=none', answers: 404 },
  'GET /api/teams/{team}/tag-rules': {},
  'POST /api/teams/{team}/tag-rules': { body: { search: 'hello', tags: ['greeting'] } },
  'PATCH /api/teams/{team}/tag-rules/{tag_rule}': { body: { tags: ['greeted'] } },
  'DELETE /api/teams/{team}/tag-rules/{tag_rule}': {},
  'GET /api/teams/{team}/mails/{mail}/inspection': {},
  'GET /api/inspection-rules': {},
  'GET /api/mail-clients': {},
  'GET /api/teams/{team}/inspection-settings': {},
  'PATCH /api/teams/{team}/inspection-settings': { body: { muted: ['size.gmail-clip'] } },
  'GET /api/teams/{team}/scenarios': {},
  'POST /api/teams/{team}/scenarios': {
    body: { name: 'Refused', steps: [{ at: 'rcpt', do: { reply: { code: 550, text: 'No' } } }] },
  },
  'POST /api/teams/{team}/scenarios/{scenario}/start': {
    body: {},
    also: [{ seconds: 60, seed: 'x' }],
  },
  'POST /api/teams/{team}/scenarios/{scenario}/reset': { body: {} },
  'POST /api/teams/{team}/scenarios/{scenario}/stop': { body: {} },
  'PATCH /api/teams/{team}/scenarios/{scenario}': { body: { name: 'Slow' } },
  'DELETE /api/teams/{team}/scenarios/{scenario}': {},
  'GET /api/teams/{team}/drills': {},
  'POST /api/teams/{team}/drills': {
    body: { scenario: 'login-unavailable', seconds: 1 },
    also: [{ scenario: 'login-unavailable', watch_seconds: 0, header: 'X-Job' }],
  },
  'GET /api/teams/{team}/drills/{drill}': {},
  'POST /api/teams/{team}/drills/{drill}/end': {},
  'GET /api/teams/{team}/guards': {},
  'POST /api/teams/{team}/guards': {
    body: { name: 'no-red', demand: { rule: 'no_mail', search: 'red' } },
    also: [{ name: 'placeholder', demand: { rule: 'no_placeholder' }, except: 'blue', on: false }],
  },
  'GET /api/teams/{team}/guards/violations': {},
  'POST /api/teams/{team}/guards/dry-runs': {
    body: { demand: { rule: 'recipients_at_most', most: 50 } },
  },
  // No mail is marked.
  'POST /api/teams/{team}/guards/{guard}/exceptions': { body: { mail: '{mail}' }, answers: 404 },
  'GET /api/teams/{team}/guards/{guard}/exceptions': {},
  'DELETE /api/teams/{team}/guards/{guard}/exceptions/{mail}': { answers: 404 },
  'PATCH /api/teams/{team}/guards/{guard}': { body: { on: false } },
  'DELETE /api/teams/{team}/guards/{guard}': {},
  'GET /api/teams/{team}/webhooks': {},
  'POST /api/teams/{team}/webhooks': {
    body: { name: 'CI', url: 'http://192.0.2.1/hook', events: ['mail.received'] },
    also: [{ name: 'Chat', kind: 'slack', url: 'http://192.0.2.1/x', events: ['guard.broken'] }],
  },
  'PATCH /api/teams/{team}/webhooks/{webhook}': { body: { name: 'Builds' } },
  'POST /api/teams/{team}/webhooks/{webhook}/roll': {},
  'POST /api/teams/{team}/webhooks/{webhook}/test': {},
  'GET /api/teams/{team}/webhooks/{webhook}/deliveries': {},
  'POST /api/teams/{team}/webhooks/{webhook}/deliveries/{delivery}/replay': {},
  'POST /api/teams/{team}/webhooks/{webhook}/replay': {
    body: { since: '2026-01-01T00:00:00.000Z' },
  },
  'DELETE /api/teams/{team}/webhooks/{webhook}': {},
  'GET /api/teams/{team}/tagging': {},
  'PUT /api/teams/{team}/tagging': { body: { plus_addresses: false }, may: 'owner' },
  'GET /api/teams/{team}/invites': { may: 'owner' },
  'POST /api/teams/{team}/invites': { body: { email: 'friend@example.test' }, may: 'owner' },
  'POST /api/teams/{team}/invites/{invite}/resend': { may: 'owner' },
  'POST /api/teams/{team}/invites/{invite}/link': { may: 'owner' },
  'DELETE /api/teams/{team}/invites/{invite}': { may: 'owner' },
  'POST /api/team-invites/{token}': { answers: 410 },

  'GET /api/teams/{team}/counters': {},
  'POST /api/teams/{team}/pins': { body: { type: 'sndr', query: 'app@rocket.test' } },
  'PATCH /api/teams/{team}/pins/{pin}': { body: { label: 'Rocket' } },
  'DELETE /api/teams/{team}/pins/{pin}': {},
  'GET /api/teams/{team}/mails': {},
  'POST /api/teams/{team}/mails': {
    body: { from: 'app@rocket.test', to: ['you@customer.test'], subject: 'Posted', text: 'Hi' },
    answers: 201,
  },
  'GET /api/teams/{team}/addresses': {},
  'GET /api/teams/{team}/mails/count': {},
  'GET /api/teams/{team}/mails/marker': {},
  'GET /api/teams/{team}/mails/latest': {},
  // Nothing was sent there.
  'GET /api/teams/{team}/mails/wait': { query: 'to=nobody@else.test&timeout=0', answers: 404 },
  'PATCH /api/teams/{team}/mails': {
    body: { read: true },
    also: [
      { flagged: true, ids: ['{mail}'] },
      { add_tags: ['run42'], remove_tags: ['old'], ids: ['{mail}'] },
    ],
  },
  'GET /api/teams/{team}/mails/{mail}': {},
  'PATCH /api/teams/{team}/mails/{mail}': { body: { flagged: true }, also: [{ tags: ['run42'] }] },
  'GET /api/teams/{team}/mails/{mail}/raw': {},
  'GET /api/teams/{team}/mails/{mail}/source': {},
  // The mail is plain text.
  'GET /api/teams/{team}/mails/{mail}/html': { answers: 404 },
  'GET /api/teams/{team}/mails/{mail}/page': { answers: 404 },
  'GET /api/teams/{team}/mails/{mail}/text': {},
  'GET /api/teams/{team}/mails/{mail}/attachments/{key}/content': {},
  'GET /api/teams/{team}/mails/{mail}/attachments/{key}': {},
  'GET /api/teams/{team}/mails/{mail}/attachments': {},
  'GET /api/teams/{team}/mails/{mail}/attachments/{key}/download': {},
  'GET /api/teams/{team}/mails/{mail}/attachments/{key}/digest': {},
  // The attachment is no mail.
  'GET /api/teams/{team}/mails/{mail}/attachments/{key}/mail': { answers: 404 },
  'GET /api/teams/{team}/mails/{mail}/bodies/{kind}': {},
  'GET /api/teams/{team}/mails/{mail}/shares': {},
  'POST /api/teams/{team}/mails/{mail}/shares': {
    body: { hours: 24 },
    also: [{ hours: 1, once: true, shows: ['headers', 'source', 'files'] }],
  },
  'DELETE /api/teams/{team}/mails/{mail}/shares/{share}': {},
  'DELETE /api/teams/{team}/mails/{mail}/shares': {},
  'GET /shared/{token}': { answers: 404 },
  'POST /shared/{token}': { answers: 404 },
  'GET /api/teams/{team}/mails/{mail}/export': {},
  'GET /api/teams/{team}/export': {},
  'GET /files/archives/{token}': { answers: 410 },
  'GET /files/mails/{token}': { answers: 410 },
  'POST /api/teams/{team}/imports': {
    raw: { text: 'Subject: Kept\r\n\r\nx', type: 'application/octet-stream' },
    query: 'import=x',
  },
  // Nothing that asks other servers is turned on.
  'GET /api/outgoing-checks': {},
  'POST /api/teams/{team}/mails/{mail}/inspection/spam': { answers: 409 },
  'POST /api/teams/{team}/mails/{mail}/inspection/authentication': {
    body: { ip: '192.0.2.10' },
    also: [{}, { ip: '2001:db8::1' }],
    answers: 409,
  },
  'POST /api/teams/{team}/mails/{mail}/inspection/link-checks': {
    body: { urls: ['https://example.test/'] },
    also: [{ one_time: ['https://example.test/'], get: true }],
    answers: 409,
  },
  'GET /api/teams/{team}/mails/{mail}/inspection/link-checks': {},
  // No relay is set.
  'POST /api/teams/{team}/mails/{mail}/forward': {
    body: { email: 'dev@customer.test' },
    answers: 409,
  },
  'GET /api/teams/{team}/forwarding-rules': {},
  'POST /api/teams/{team}/forwarding-rules': {
    body: { name: 'To dev', email: 'dev@customer.test', rules: { subject: '*invoice*' } },
    answers: 409,
  },
  'GET /api/teams/{team}/forwarding-rules/matches': {},
  'GET /api/teams/{team}/forwarding-rules/{rule}/deliveries': {},
  'PATCH /api/teams/{team}/forwarding-rules/{rule}': { body: { name: 'To nobody' } },
  'POST /api/teams/{team}/forwarding-rules/{rule}/resend-verification': {},
  'DELETE /api/teams/{team}/forwarding-rules/{rule}': {},
  'POST /api/forwarding-verification/{token}': { answers: 410 },
  'GET /api/forwarding-stop/{token}': { answers: 410 },
  'POST /api/forwarding-stop/{token}': { answers: 410 },
  'DELETE /api/forwarding-stop/{token}': { answers: 410 },
  'POST /forwarding/stop/{token}': {
    raw: { text: 'List-Unsubscribe=One-Click', type: 'application/x-www-form-urlencoded' },
    answers: 410,
  },
  'DELETE /api/teams/{team}/mails/{mail}': {},
  'GET /api/teams/{team}/mails/deleted': {},
  'GET /api/teams/{team}/mails/deleted/{deletion}': {},
  'POST /api/teams/{team}/mails/restore': { body: { ids: ['{mail}'] } },
  'DELETE /api/teams/{team}/mails': {
    query: 'all=true',
    body: {},
    also: [{ ids: ['{mail}'] }],
  },

  'DELETE /api/teams/{team}': { body: { password }, may: 'owner' },
  'POST /api/teams/{team}/owner': { body: { user: '{heir}', password }, may: 'owner' },
  'POST /api/teams/{team}/leave': { may: 'member' },

  // Only operators may call these, who are members of no team here.
  'GET /api/admin/overview': {},
  'GET /api/admin/settings': {},
  'GET /api/admin/users': {},
  'GET /api/admin/users/{user}': {},
  'GET /api/admin/teams': {},
  'PUT /api/admin/teams/{team}/limits': { body: { max_mails: 100, max_bytes: null } },
  'POST /api/admin/teams/{team}/suspend': {},
  'POST /api/admin/teams/{team}/resume': {},
  'DELETE /api/admin/teams/{team}': { body: { password } },
  'POST /api/admin/users/{user}/disable': {},
  'POST /api/admin/users/{user}/enable': {},
  'DELETE /api/admin/users/{user}/sessions': {},
  'POST /api/admin/users/{user}/reset-link': {},
  'DELETE /api/admin/users/{user}': { body: { password } },
  'GET /api/admin/acts': {},

  'DELETE /api/sessions/{session}': {},
  'PUT /user/password': {
    body: { current_password: password, password: fresh, password_confirmation: fresh },
  },
  'DELETE /api/sessions': {},
  'DELETE /api/profile': { body: { password: fresh } },
  'POST /logout': {},
}

/** Served beside the contract's endpoints: for those who watch the server, and for clients of other tools. */
export const otherRoutes = [
  'GET /livez',
  'GET /readyz',
  'POST /mcp',
  'GET /mailpit/livez',
  'GET /mailpit/readyz',
  'GET /healthz',
  'GET /api/healthz',
  'GET /maildev/healthz',
  'GET /maildev/api/healthz',
  ...mailcatcherRoutes,
  ...maildevRoutes,
  ...mailhogRoutes,
  ...mailosaurRoutes,
  ...mailpitRoutes,
]
