import type { z } from 'zod'
import type { TeamAction } from './team-actions.ts'
import type { TokenScope } from './token-scopes.ts'

/**
 * One call that crosses the wire, described once: the server validates requests and replies with it,
 * the web client builds its requests from it. An unsafe method always needs the CSRF header.
 */
export type Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
> = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** With `{name}` for each key of `params`, for example `/api/teams/{team}/mails/{mail}`. */
  readonly path: string
  /**
   * Who may call it: anyone, a signed-in user, a signed-in user whose email address is verified, or one
   * who operates the server. For any other signed-in user an endpoint of the operator does not exist.
   */
  readonly access: 'public' | 'signed-in' | 'verified' | 'operator'
  /** What the caller must be allowed to do in the `{team}` of the path. */
  readonly action?: TeamAction
  /** What a token needs to call it. Without one it is for users alone, and is not part of the public API. */
  readonly scope?: TokenScope
  readonly summary: string
  readonly params?: Params
  readonly query?: Query
  readonly body?: Body
  readonly reply: Reply
}

/** What an endpoint takes: only the parts it declares, already parsed. */
export type EndpointInput<E extends Endpoint> = Part<E, 'params'> &
  Part<E, 'query'> &
  Part<E, 'body'>

/** What a caller may pass: as `EndpointInput`, before defaults and conversions are applied. */
export type EndpointRequest<E extends Endpoint> = RawPart<E, 'params'> &
  RawQuery<E> &
  RawPart<E, 'body'>

export type EndpointReply<E extends Endpoint> = z.output<E['reply']>

type PartName = 'params' | 'query' | 'body'
type Part<E extends Endpoint, K extends PartName> = E[K] extends z.ZodType
  ? { [P in K]: z.output<E[K]> }
  : unknown
type RawPart<E extends Endpoint, K extends PartName> = E[K] extends z.ZodType
  ? { [P in K]: z.input<E[K]> }
  : unknown

/** A query that requires nothing may be left out. */
type RawQuery<E extends Endpoint> = E['query'] extends z.ZodType
  ? Partial<z.input<E['query']>> extends z.input<E['query']>
    ? { query?: z.input<E['query']> }
    : { query: z.input<E['query']> }
  : unknown

/** An endpoint of a team names an action, and is for verified users; no other endpoint names one. */
type Access<E> = E extends { path: `/api/teams/{team}${string}` }
  ? { readonly action: TeamAction; readonly access?: Endpoint['access'] }
  : { readonly action?: never; readonly access: Endpoint['access'] }

type AccessOf<E> = E extends { access: infer A } ? A : 'verified'

/** Keeps the literal types of one endpoint. */
export function defineEndpoint<const E extends Omit<Endpoint, 'access'>>(endpoint: E & Access<E>) {
  return Object.assign({ access: 'verified' }, endpoint) as E & { readonly access: AccessOf<E> }
}
