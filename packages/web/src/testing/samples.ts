import {
  permissionsOf,
  type Counters,
  type EndpointReply,
  type Extracted,
  type listMails,
  type MailLink,
  type Team,
  type User,
} from '@mailstop/contract'

/** Valid objects as the API returns them; a test overrides what it needs. */

export const sampleUser = (change: Partial<User> = {}): User => ({
  id: 1,
  name: 'Ada Byron',
  email: 'ada@rocket.test',
  pending_email: null,
  email_verified_at: '2026-11-01T09:00:00.000Z',
  email_vouched: false,
  invited_by: [],
  avatar: null,
  has_password: true,
  operator: false,
  is_open: false,
  ...change,
})

/** Has the permissions that the server sends for its role and type. */
export const sampleTeam = ({
  role = 'owner',
  type = 'personal',
  ...change
}: Partial<Team> = {}): Team => ({
  id: 7,
  name: 'Rocket Labs',
  code: 'k3v9m2p8',
  plan: 'free',
  is_active: true,
  logo: null,
  type,
  members_count: 1,
  role,
  permissions: permissionsOf(role, type),
  owner: { id: 1, name: 'Ada Byron' },
  smtp_username: 'team-7-k2f9',
  smtp_password: 'correct-horse-battery',
  smtp_server: 'mail.rocket.test',
  smtp_ports: '2525,587',
  smtp_starttls_ports: '587',
  smtps_ports: '',
  pop3_ports: '',
  smtp_self_signed: true,
  smtp_open: false,
  mail_domain: null,
  ...change,
})

export const sampleCounters = (change: Partial<Counters> = {}): Counters => ({
  unread: 0,
  total: 0,
  flagged: 0,
  quota: null,
  inboxes: [],
  pinned: [],
  ...change,
})

/** What is extracted from a mail without codes, links and images. */
export const sampleExtracted = (change: Partial<Extracted> = {}): Extracted => ({
  code: null,
  codes: [],
  links: [],
  images: [],
  unsubscribe: null,
  cut: [],
  ...change,
})

export const sampleLink = (change: Partial<MailLink> = {}): MailLink => ({
  href: 'https://app.rocket.test/',
  text: 'Open the app',
  image_alt: null,
  part: 'html',
  scheme: 'https',
  host: 'app.rocket.test',
  other_host: null,
  ...change,
})

type MailPageMeta = EndpointReply<typeof listMails>['meta']

/** The `meta` of a list of mail with one page. */
export const samplePageMeta = (change: Partial<MailPageMeta> = {}): MailPageMeta => ({
  current_page: 1,
  last_page: 1,
  per_page: 25,
  total: 0,
  total_is_exact: true,
  marker: 'r1',
  next_cursor: null,
  ...change,
})
