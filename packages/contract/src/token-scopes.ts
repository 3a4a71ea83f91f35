import { z } from 'zod'

/** What a token of a team may be allowed. An endpoint that names no scope refuses every token. */
export const tokenScope = z.enum([
  'mail:read',
  /** Marks and tags. */
  'mail:write',
  /** Includes restoring. */
  'mail:delete',
  /** Puts mail into the inbox. */
  'mail:send',
  /** Sends mail to other addresses, through the relay. */
  'mail:forward',
  /** The SMTP username and password. */
  'smtp:read',
])
export type TokenScope = z.output<typeof tokenScope>
