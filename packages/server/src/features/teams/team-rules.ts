/** Who may do what in a team. Pure: roles and actions in, yes or no out. */
export type Role = 'owner' | 'member'

export type TeamAction =
  | 'read'
  | 'change_mail'
  | 'change_pins'
  | 'change_rules'
  | 'rename'
  | 'delete'
  | 'manage_invites'
  | 'remove_members'
  | 'rotate_credentials'
  | 'leave'

const membersMay: ReadonlySet<TeamAction> = new Set<TeamAction>([
  'read',
  'change_mail',
  'change_pins',
  'change_rules',
  'leave',
])

/** The owner may do everything but leave: a team is deleted or handed over, never left ownerless. */
export function isAllowed(role: Role, action: TeamAction): boolean {
  return role === 'owner' ? action !== 'leave' : membersMay.has(action)
}
