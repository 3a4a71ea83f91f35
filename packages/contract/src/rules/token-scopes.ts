import { z } from 'zod'
import type { TeamAction } from './team-actions.ts'

/** What a token of a team may be allowed. An endpoint that names no scope refuses every token. */
export const tokenScope = z.enum([
  'mail:read',
  /** Marks and tags. */
  'mail:write',
  /** Includes restoring. */
  'mail:delete',
  /** Puts mail into the inbox. */
  'mail:send',
  /** Sends mail to other addresses, through the relay, and makes links for people without an account. */
  'mail:forward',
  /** The SMTP usernames and passwords. */
  'smtp:read',
  /** Makes inboxes, changes and ends them, with their mail. */
  'inbox:manage',
  /** Makes webhooks, changes and ends them, and sends again what they sent. */
  'webhooks:manage',
])
export type TokenScope = z.output<typeof tokenScope>

/** What concerns a team as a whole: a token of one inbox has none of these. */
export const wholeTeamScopes: readonly TokenScope[] = ['inbox:manage', 'webhooks:manage']

const actionOfScope = {
  'mail:read': 'read_mail',
  'mail:write': 'change_mail',
  'mail:delete': 'delete_mail',
  'mail:send': 'import_mail',
  'mail:forward': 'forward_mail',
  'smtp:read': 'read_smtp',
  'inbox:manage': 'manage_inboxes',
  'webhooks:manage': 'manage_webhooks',
} satisfies Record<TokenScope, TeamAction>

/** What a scope allows in the token's team. */
export const actionOf = (scope: TokenScope): TeamAction => actionOfScope[scope]

/** Who may forward a mail to anybody may show it to anybody. */
const allows = (scope: TokenScope, action: TeamAction): boolean =>
  actionOfScope[scope] === action || (scope === 'mail:forward' && action === 'share_mail')

/** The scope that allows an action in a team; undefined where none does. */
export const scopeOf = (action: TeamAction): TokenScope | undefined =>
  tokenScope.options.find((scope) => allows(scope, action))

/** Whether a token with these scopes may do this in its team. */
export function scopesAllow(scopes: readonly TokenScope[], action: TeamAction): boolean {
  return scopes.some((scope) => allows(scope, action))
}
