/** Who may do what in a team. Pure: roles, types and actions in, yes or no or a reason out. */
export type Role = 'owner' | 'member'

export type TeamType = 'personal' | 'shared'

export type TeamAction =
  | 'read'
  | 'change_mail'
  | 'change_pins'
  | 'change_rules'
  | 'send_test_mail'
  | 'rename'
  | 'delete'
  | 'hand_over'
  | 'manage_invites'
  | 'remove_members'
  | 'rotate_credentials'
  | 'leave'

const membersMay: ReadonlySet<TeamAction> = new Set<TeamAction>([
  'read',
  'change_mail',
  'change_pins',
  'change_rules',
  'send_test_mail',
  'leave',
])

/** The owner may do everything but leave: a team is deleted or handed over, never left ownerless. */
export function isAllowed(role: Role, action: TeamAction): boolean {
  return role === 'owner' ? action !== 'leave' : membersMay.has(action)
}

/** Why a team of this type cannot be treated so, by whomever; null when it can. */
export function refusalOfType(type: TeamType, action: TeamAction): string | null {
  if (type === 'shared') return null
  if (action === 'delete') return 'A personal team cannot be deleted. It goes with the account.'
  if (action === 'hand_over') return 'A personal team cannot be handed over. It is its account’s.'
  return null
}
