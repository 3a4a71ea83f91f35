/**
 * Every route of the product with a request that is right in every way, for tests that make one thing
 * wrong at a time. `{name}` in a path is filled from what the asking user owns. The order is that in
 * which the requests can follow each other.
 */
export type RouteRow = {
  body?: unknown
  /** What the right request gets when that is not a success: it names what does not exist. */
  answers?: number
}

export const password = 'correct horse battery staple'

const fresh = 'battery staple correct horse'
const someone = 'someone@example.test'

export const routeTable: Record<string, RouteRow> = {
  'GET /sanctum/csrf-cookie': {},
  'POST /login': { body: { email: 'ada@example.test', password } },
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

  'GET /api/profile': {},
  'PATCH /api/profile': { body: { name: 'Ada Lovelace', email: 'ada@example.test' } },
  'GET /api/sessions': {},
  'GET /api/teams': {},

  'GET /api/teams/{team}/counters': {},
  'POST /api/teams/{team}/pins': { body: { type: 'sndr', query: 'app@rocket.test' } },
  'PATCH /api/teams/{team}/pins/{pin}': { body: { label: 'Rocket' } },
  'DELETE /api/teams/{team}/pins/{pin}': {},
  'GET /api/teams/{team}/mails': {},
  'PATCH /api/teams/{team}/mails': { body: { read: true } },
  'GET /api/teams/{team}/mails/{mail}': {},
  'PATCH /api/teams/{team}/mails/{mail}': { body: { flagged: true } },
  'GET /api/teams/{team}/mails/{mail}/raw': {},
  'GET /api/teams/{team}/mails/{mail}/attachments/{key}': {},
  'GET /api/teams/{team}/mails/{mail}/export': {},
  'GET /api/teams/{team}/export': {},
  // No relay is set.
  'POST /api/teams/{team}/mails/{mail}/forward': {
    body: { email: 'dev@customer.test' },
    answers: 409,
  },
  'DELETE /api/teams/{team}/mails/{mail}': {},
  'POST /api/teams/{team}/mails/restore': { body: { ids: [1] } },
  'DELETE /api/teams/{team}/mails': { body: {} },

  'DELETE /api/sessions/{session}': {},
  'PUT /user/password': {
    body: { current_password: password, password: fresh, password_confirmation: fresh },
  },
  'DELETE /api/sessions': {},
  'DELETE /api/profile': { body: { password: fresh } },
  'POST /logout': {},
}

/** Served beside the contract's endpoints; their own tests say what they refuse. */
export const otherRoutes = [
  'GET /files/mails/:token',
  'GET /files/archives/:token',
  'POST /api/teams/:team/imports',
]
