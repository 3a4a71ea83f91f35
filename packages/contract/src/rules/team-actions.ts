import { z } from 'zod'

/**
 * What each role may do in a team. The server decides by this table, and sends each user their permissions with the
 * team: a browser reads `permissions` and never this table.
 */
export const memberRole = z.enum(['owner', 'member'])
export type MemberRole = z.output<typeof memberRole>

/** A personal team is created and deleted with its owner's account. */
export const teamType = z.enum(['personal', 'shared'])
export type TeamType = z.output<typeof teamType>

const everybody: readonly MemberRole[] = ['owner', 'member']
const owner: readonly MemberRole[] = ['owner']

const rolesByAction = {
  read_mail: everybody,
  /** Read and flagged marks, and tags. */
  change_mail: everybody,
  /** Includes restoring. */
  delete_mail: everybody,
  import_mail: everybody,
  forward_mail: everybody,
  /** Links for people without an account. */
  share_mail: everybody,
  /** Everything of a team except its mail: members and rules. */
  read_team: everybody,
  change_pins: everybody,
  change_rules: everybody,
  send_test_mail: everybody,
  /** Makes, changes and ends inboxes. */
  manage_inboxes: everybody,
  /** The SMTP usernames and passwords. */
  read_smtp: everybody,
  /** Tokens for programs, which act for the team. */
  manage_tokens: everybody,
  /** What is sent to other programs and to chats. */
  manage_webhooks: everybody,
  rename: owner,
  delete: owner,
  hand_over: owner,
  manage_invites: owner,
  remove_members: owner,
  rotate_credentials: owner,
  set_retention: owner,
  set_tagging: owner,
  // An owner cannot leave: a team always has an owner, who can delete it or transfer it.
  leave: ['member'],
} satisfies Record<string, readonly MemberRole[]>

export type TeamAction = keyof typeof rolesByAction
const actions = Object.keys(rolesByAction) as TeamAction[]
export const teamAction = z.enum(actions)

export function isAllowed(role: MemberRole, action: TeamAction): boolean {
  const roles: readonly MemberRole[] = rolesByAction[action]
  return roles.includes(role)
}

/** Actions that a personal team does not have. */
export type SharedTeamAction = 'delete' | 'hand_over'

export const needsSharedTeam = (action: TeamAction): action is SharedTeamAction =>
  action === 'delete' || action === 'hand_over'

/** The actions of a team without accounts (docs/decisions/021-open-mode.md). */
const openModeActions: ReadonlySet<TeamAction> = new Set<TeamAction>([
  'read_mail',
  'change_mail',
  'delete_mail',
  'import_mail',
  'read_team',
  'change_pins',
  'send_test_mail',
  'set_tagging',
  'manage_inboxes',
  'read_smtp',
  'manage_tokens',
])

/** What open mode may do besides. */
export type OpenTerms = {
  /** Whether its operator names addresses that mail may be forwarded to. */
  canForward: boolean
}

export const needsAccounts = (action: TeamAction, { canForward }: OpenTerms): boolean =>
  !openModeActions.has(action) && !(canForward && action === 'forward_mail')

/** Every action that this role allows in a team of this type; `open` is null with accounts. */
export function permissionsOf(
  role: MemberRole,
  type: TeamType,
  open: OpenTerms | null = null,
): TeamAction[] {
  return actions.filter(
    (action) =>
      isAllowed(role, action) &&
      (type === 'shared' || !needsSharedTeam(action)) &&
      !(open && needsAccounts(action, open)),
  )
}
