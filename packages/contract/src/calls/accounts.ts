import { z } from 'zod'
import { csrfCookiePath } from '../rules/client.ts'
import { defineEndpoint } from '../rules/endpoint.ts'
import {
  emailField,
  idField,
  nameField,
  newPasswordAs,
  newPasswordField,
  passwordField,
  timeField,
} from '../rules/fields.ts'
import { limits } from '../rules/limits.ts'
import { dataReply, messageReply } from '../rules/replies.ts'

export const user = z.object({
  id: idField,
  name: z.string(),
  email: z.string(),
  /** The address that takes the place of `email` once its link is confirmed. */
  pending_email: z.string().nullable(),
  /** When the address was proven, or else the owner of a team of the user vouched for it. */
  email_verified_at: timeField.nullable(),
  /** Whether the address is only vouched for. */
  email_vouched: z.boolean(),
  /** The names of the teams whose invitations wait for their links to be followed; none before the address is proven. */
  invited_by: z.array(z.string()),
  avatar: z.string().nullable(),
  /** False: the account is opened by a sign-in of an organisation alone. */
  has_password: z.boolean(),
  /** Whether the user operates this server. */
  operator: z.boolean(),
  /** Whether this is the one account of open mode, where no one signs in. */
  is_open: z.boolean(),
})
export type User = z.output<typeof user>

/** A signed-in browser. */
export const session = z.object({
  /** Its id within the account; useless without being signed in. */
  id: z.string(),
  created_at: timeField,
  /** At most a quarter of an hour before the last request. */
  last_seen_at: timeField,
  /** The browser and its system, as far as the User-Agent shows them. */
  user_agent: z.string(),
  address: z.string(),
  /** Whether it is the session of this request. */
  current: z.boolean(),
})
export type Session = z.output<typeof session>

export const loginBody = z.strictObject({
  email: emailField,
  password: passwordField,
  remember: z.boolean().optional(),
})

/** API tokens are for programs, and outlive a password unless their maker says so. */
const revokeTokens = z.boolean().optional()

const newPassword = {
  password: newPasswordField,
  password_confirmation: z.string().min(1).min(limits.passwordMinimum),
}

const confirmed = <T extends z.ZodType<{ password: string; password_confirmation: string }>>(
  body: T,
) =>
  body.refine((value) => value.password === value.password_confirmation, {
    path: ['password_confirmation'],
    message: 'The passwords do not match',
    when: ({ value }) => hasPasswords(value),
  })

export const registerBody = confirmed(
  z.strictObject({
    name: nameField,
    email: emailField,
    ...newPassword,
    remember: z.boolean().optional(),
    /** The token of an invitation that was mailed to this address, where only the invited may register. */
    invite: z.string().min(1).max(200).optional(),
  }),
)

export const forgotPasswordBody = z.strictObject({ email: emailField })

export const resetPasswordBody = confirmed(
  z.strictObject({
    token: z.string().min(1).max(200),
    email: emailField,
    ...newPassword,
    revoke_tokens: revokeTokens,
  }),
)

/** A change of the address needs no password: the page of the link sent to the new address asks for it. */
export const updateProfileBody = z.strictObject({
  name: nameField,
  email: emailField,
  password: passwordField.optional(),
})

/** The form checks this before it is sent. The server alone compares the passwords. */
export const changePasswordForm = z.strictObject({
  current_password: passwordField,
  ...newPassword,
  password: newPasswordAs('new_password'),
  revoke_tokens: revokeTokens,
})

export const changePasswordBody = confirmed(changePasswordForm)

/**
 * Needed again, since this cannot be undone. The user of an account without a password sends any text, within ten minutes of
 * signing in again.
 */
export const passwordBody = z.strictObject({ password: passwordField })

/** Reports a mismatch beside the other problems of a form, not only after them. */
function hasPasswords(value: unknown): boolean {
  const body = value as { password?: unknown; password_confirmation?: unknown } | null
  return typeof body?.password === 'string' && typeof body.password_confirmation === 'string'
}

export const getCsrfCookie = defineEndpoint({
  call: `GET ${csrfCookiePath}`,
  access: 'public',
  summary: 'Sets the XSRF-TOKEN cookie, to be returned as the X-XSRF-TOKEN header.',
  reply: messageReply,
})

export const login = defineEndpoint({
  call: 'POST /login',
  access: 'public',
  summary: 'Starts a session.',
  body: loginBody,
  reply: z.object({ message: z.string(), email_verified_at: timeField.nullable() }),
})

export const logout = defineEndpoint({
  call: 'POST /logout',
  access: 'public',
  summary: 'Ends the session, if there is one.',
  reply: messageReply,
})

export const register = defineEndpoint({
  call: 'POST /register',
  access: 'public',
  summary: 'Creates an account with its personal team and mails a verification link.',
  body: registerBody,
  reply: messageReply,
})

export const resendVerification = defineEndpoint({
  call: 'POST /email/verification-notification',
  access: 'signed-in',
  summary: 'Mails a new verification link, to the pending address if there is one.',
  reply: messageReply,
})

export const verifyEmail = defineEndpoint({
  call: 'POST /api/email-verification/{token}',
  access: 'public',
  summary:
    'Confirms an email address with the token of the mailed link. A change of address that was asked for without the password needs it here.',
  params: z.strictObject({ token: z.string().min(1).max(200) }),
  body: z.strictObject({ password: passwordField.optional() }).prefault({}),
  reply: messageReply,
})

export const getProfile = defineEndpoint({
  call: 'GET /api/profile',
  access: 'signed-in',
  summary: 'The signed-in user.',
  reply: dataReply(user),
})

export const updateProfile = defineEndpoint({
  call: 'PATCH /api/profile',
  access: 'signed-in',
  summary:
    'Changes the name. A new address needs the password, here or with its link, and is pending until it is verified.',
  body: updateProfileBody,
  reply: dataReply(user),
})

export const cancelEmailChange = defineEndpoint({
  call: 'DELETE /api/profile/pending-email',
  access: 'signed-in',
  summary: 'Cancels a change of address: the account keeps its address, and the link is void.',
  reply: messageReply,
})

export const deleteAccount = defineEndpoint({
  call: 'DELETE /api/profile',
  access: 'signed-in',
  summary: 'Deletes the account with its personal team and all its mail.',
  body: passwordBody,
  reply: messageReply,
})

export const changePassword = defineEndpoint({
  call: 'PUT /user/password',
  access: 'signed-in',
  summary:
    'Changes the password and ends all other sessions. API tokens that the user made hold, unless `revoke_tokens` is true.',
  body: changePasswordBody,
  reply: messageReply,
})

export const listSessions = defineEndpoint({
  call: 'GET /api/sessions',
  access: 'signed-in',
  summary: 'Where the user is signed in, the session last used first.',
  reply: dataReply(z.array(session)),
})

export const endSession = defineEndpoint({
  call: 'DELETE /api/sessions/{session}',
  access: 'signed-in',
  summary: 'Ends one session; its live connections close.',
  params: z.strictObject({ session: z.string().regex(/^[0-9a-f]{32}$/) }),
  reply: messageReply,
})

export const endOtherSessions = defineEndpoint({
  call: 'DELETE /api/sessions',
  access: 'signed-in',
  summary: 'Ends all sessions except the one of this request.',
  reply: messageReply,
})

export const forgotPassword = defineEndpoint({
  call: 'POST /forgot-password',
  access: 'public',
  summary: 'Mails a password reset link, if the address has an account.',
  body: forgotPasswordBody,
  reply: messageReply,
})

export const resetPassword = defineEndpoint({
  call: 'POST /reset-password',
  access: 'public',
  summary:
    'Sets a new password with the token of the mailed link, and ends all sessions. API tokens that the user made hold, unless `revoke_tokens` is true.',
  body: resetPasswordBody,
  reply: messageReply,
})
