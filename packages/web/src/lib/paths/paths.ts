import { withQuery } from './with-query.ts'

/** The addresses of the pages that other pages link to. */
export const paths = {
  welcome: '/',
  terms: '/terms',
  privacy: '/privacy',
  apiDocs: '/docs/api',
  login: '/login',
  register: '/register',
  forgotPassword: '/forgot-password',
  verifyEmail: '/verify-email',
  invite: '/invite',
  inbox: '/inbox',
  integrations: '/integrations',
  smtpCredentials: '/integrations/smtp-credentials',
  apiTokens: '/integrations/api-tokens',
  forwarding: '/integrations/forwarding',
  webhooks: '/integrations/webhooks',
  team: '/team',
  teamInfo: '/team/info',
  teamUsers: '/team/users',
  teamTags: '/team/tags',
  teamGuards: '/team/guards',
  teamChecks: '/team/checks',
  settings: '/settings',
  profile: '/settings/profile',
  password: '/settings/password',
  appearance: '/settings/appearance',
  billing: '/billing',
  plan: '/billing/plan',
  admin: '/admin',
  adminOverview: '/admin/overview',
  adminPeople: '/admin/people',
  adminTeams: '/admin/teams',
  adminSettings: '/admin/settings',
  adminAudit: '/admin/audit',
} as const

/** The tabs of the page of the SMTP credentials. */
export const connectPaths = {
  tests: `${paths.smtpCredentials}#tests`,
  agents: `${paths.smtpCredentials}#agents`,
  refused: `${paths.smtpCredentials}#refused`,
} as const

/** Added to the address of a mail, it opens the SMTP dialogue in which the mail came. */
export const dialogueHash = '#smtp'

export const dialoguePath = (mail: number) => `${paths.inbox}/${mail}${dialogueHash}`

/** The link names the team, because the browser that opens it may show another team. */
export const mailLink = (team: number, mail: number) =>
  withQuery(`${paths.inbox}/${mail}`, { team: String(team) })

/** Whether the search of an entry in the history is still being typed. */
export const isTypedEntry = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'typed' in state && state.typed === true
