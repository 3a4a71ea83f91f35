import { z } from 'zod'
import { defineEndpoint } from '../../rules/endpoint.ts'
import { idField, idParam, timeField } from '../../rules/fields.ts'
import { dataReply, messageReply, urlReply } from '../../rules/replies.ts'
import { passwordBody } from '../accounts.ts'

/**
 * Signing in by the identity provider of an organisation (OpenID Connect). A browser that comes back with a problem
 * has its code in the query `sign_in` of Login or of Profile; the sentences are here, so no text comes from an address.
 */
export const signInProblems = {
  cancelled: 'The sign-in was cancelled.',
  expired: 'This sign-in took too long, was used before or began in another browser. Start again.',
  unreachable: 'The sign-in of your organisation does not answer. Try again in a moment.',
  refused:
    'The answer of your organisation cannot be trusted, so nobody was signed in. Tell the operator of this server.',
  clock:
    'The clocks of this server and of your organisation differ by too much. Tell the operator of this server.',
  no_email: 'Your organisation names no email address for you, so you have no account here.',
  unverified: 'Your organisation does not say that your email address is verified.',
  domain: 'People with an address of your domain cannot sign in here.',
  registration: 'You have no account here, and registration on this server is not open to you.',
  disabled: 'This account is disabled. Ask the operator of this server.',
  linked_elsewhere: 'This sign-in belongs to another account already.',
  signed_out: 'You were signed out meanwhile. Log in, then connect your sign-in again.',
  not_again:
    'Your organisation did not ask you to sign in again, so this does not confirm that it is you.',
  other_person:
    'You signed in as somebody else, so this does not confirm that it is you. You are still logged in as before.',
  busy: 'There were too many attempts from your network. Try again in a minute.',
} as const

/** `confirm` is no problem: an account has the address, and its holder connects it once. */
export type SignInProblem = keyof typeof signInProblems
export type SignInOutcome = SignInProblem | 'confirm'

export const identity = z.object({
  id: idField,
  /** Who vouches for it. */
  issuer: z.string(),
  /** The address that the issuer named last; null: it named none that is verified. */
  email: z.string().nullable(),
  created_at: timeField,
  last_used_at: timeField,
})
export type Identity = z.output<typeof identity>

export const startSignIn = defineEndpoint({
  kind: 'redirect',
  call: 'GET /auth/oidc',
  access: 'public',
  summary:
    'Leads a browser to the sign-in of the organisation, and later to the page `redirect`. With `again=1` it asks for the login once more.',
})

export const finishSignIn = defineEndpoint({
  kind: 'redirect',
  call: 'GET /auth/oidc/callback',
  access: 'public',
  summary: 'Takes the answer of the sign-in of the organisation, and begins a session.',
})

export const confirmSignIn = defineEndpoint({
  call: 'POST /api/sign-in/confirmation',
  access: 'public',
  summary:
    'Connects the sign-in of this browser to the account of its address, by the password or by a mailed link, and begins a session.',
  body: z.union([passwordBody, z.strictObject({ token: z.string().min(1).max(200) })]),
  reply: messageReply.extend({ redirect: z.string().nullable() }),
})

export const mailSignInLink = defineEndpoint({
  call: 'POST /api/sign-in/confirmation-link',
  access: 'public',
  summary:
    'Mails the link that connects the sign-in of this browser to the account of its address.',
  reply: messageReply,
})

export const listIdentities = defineEndpoint({
  call: 'GET /api/identities',
  access: 'signed-in',
  summary: 'The sign-ins that open the account.',
  reply: dataReply(z.array(identity)),
})

export const connectIdentity = defineEndpoint({
  call: 'POST /api/identities',
  access: 'signed-in',
  summary: 'Begins to connect a sign-in of the organisation; the browser goes on at `url`.',
  body: passwordBody,
  reply: urlReply,
})

export const disconnectIdentity = defineEndpoint({
  call: 'DELETE /api/identities/{identity}',
  access: 'signed-in',
  summary: 'Disconnects a sign-in, unless it is the only way into the account.',
  params: z.strictObject({ identity: idParam }),
  reply: messageReply,
})
