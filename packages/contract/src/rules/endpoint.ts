import type { z } from 'zod'
import type { TeamAction } from './team-actions.ts'
import type { TokenScope } from './token-scopes.ts'

/** What every call that crosses the wire says of itself. */
type EndpointBase<Params extends z.ZodType, Query extends z.ZodType> = {
  /** Holds `{name}` for each key of `params`, for example `/api/teams/{team}/mails/{mail}`. */
  readonly path: string
  /**
   * Who may call it: anyone, a signed-in user, a signed-in user whose email address is verified, one
   * who operates the server, or a token alone. For any other signed-in user an endpoint of the operator
   * does not exist.
   */
  readonly access: 'public' | 'signed-in' | 'verified' | 'operator' | 'token'
  /** What the caller must be allowed to do in the `{team}` of the path. */
  readonly action?: TeamAction
  /**
   * What a token needs to call it; `any` token will do. Without one it is for users alone, and is not
   * part of the public API.
   */
  readonly scope?: TokenScope | 'any'
  /** Its reply shows what mails have: a token needs `mail:read` as well. */
  readonly showsMail?: true
  /** A link that anybody may have. What is scarce is divided by link, and all who open links have together what one user has. */
  readonly byLink?: true
  readonly summary: string
  readonly params?: Params
  readonly query?: Query
}

/**
 * One call that crosses the wire, described once: the server validates requests and replies with it,
 * the web client builds its requests from it. With a session, an unsafe method needs the CSRF header.
 */
export type Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
> = EndpointBase<Params, Query> & {
  readonly kind?: undefined
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly body?: Body
  readonly reply: Reply
  /** It is answered with 202 while its work goes on. */
  readonly accepted?: true
}

/**
 * A call that is answered with bytes; `media` names their types, and `*` means any. A form of a page of ours sends a
 * POST, with nothing in its body.
 */
export type FileEndpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
> = EndpointBase<Params, Query> & {
  readonly kind: 'file'
  readonly method: 'GET' | 'POST'
  readonly media: readonly string[]
}

/** A call whose body is one file of the type `media`, which is taken as it comes. */
export type UploadEndpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
> = EndpointBase<Params, Query> & {
  readonly kind: 'upload'
  readonly method: 'POST'
  readonly media: string
  readonly reply: Reply
}

/**
 * What a mail program posts to a link of a mail when its user presses a button (RFC 8058): a form, without
 * a session. The link itself is the proof, so there is no session that a forged request could use.
 */
export type OneClickEndpoint<
  Params extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
> = EndpointBase<Params, z.ZodType> & {
  readonly kind: 'one-click'
  readonly method: 'POST'
  readonly reply: Reply
}

/**
 * A call whose body is a mail: its source as `message/rfc822`, or the JSON of `body`. It is answered with 201.
 * `headers` has the names of headers in lower case.
 */
export type MessageEndpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Headers extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
> = EndpointBase<Params, Query> & {
  readonly kind: 'message'
  readonly method: 'POST'
  readonly headers: Headers
  readonly body: Body
  readonly reply: Reply
}

/** A page that a browser opens and that leads it on. It reads its query itself: another server may have written it. */
export type RedirectEndpoint = EndpointBase<z.ZodType, z.ZodType> & {
  readonly kind: 'redirect'
  readonly method: 'GET'
}

export type AnyEndpoint =
  | Endpoint
  | RedirectEndpoint
  | FileEndpoint
  | UploadEndpoint
  | OneClickEndpoint
  | MessageEndpoint

/** What an endpoint takes: only the parts it declares, already parsed. */
export type EndpointInput<E extends AnyEndpoint> = Part<E, 'params'> &
  Part<E, 'query'> &
  Part<E, 'body'>

/** What a caller may pass: as `EndpointInput`, before defaults and conversions are applied. */
export type EndpointRequest<E extends Endpoint> = RawPart<E, 'params'> & RawQuery<E> & RawBody<E>

export type EndpointReply<E extends { reply: z.ZodType }> = z.output<E['reply']>

type PartName = 'params' | 'query' | 'body'
type Part<E, K extends PartName> = E extends { [P in K]: infer S extends z.ZodType }
  ? { [P in K]: z.output<S> }
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

/** A body may be left out where its schema says what that means. */
type RawBody<E extends Endpoint> = E['body'] extends z.ZodType
  ? undefined extends z.input<E['body']>
    ? { body?: z.input<E['body']> }
    : { body: z.input<E['body']> }
  : unknown

/** An endpoint of a team names an action, and is for verified users; no other endpoint names one. */
type Access<E> = E extends { call: `${string} /api/teams/{team}${string}` }
  ? { readonly action: TeamAction; readonly access?: AnyEndpoint['access'] }
  : { readonly action?: never; readonly access: AnyEndpoint['access'] }

type AccessOf<E> = E extends { access: infer A } ? A : 'verified'

/** As it is written: `call` has the method and the path. */
type Written<E> = E extends AnyEndpoint
  ? Omit<E, 'access' | 'method' | 'path'> & { readonly call: `${E['method']} ${string}` }
  : never

type Defined<E> = E extends { call: `${infer M extends AnyEndpoint['method']} ${infer P}` }
  ? Omit<E, 'access' | 'call'> & {
      readonly method: M
      readonly path: P
      readonly access: AccessOf<E>
    }
  : never

/** Keeps the literal types of one endpoint. */
export function defineEndpoint<const E extends Written<AnyEndpoint>>({
  call,
  ...endpoint
}: E & Access<E>) {
  const [method, path] = call.split(' ')
  return Object.assign({ access: 'verified' }, endpoint, { method, path }) as unknown as Defined<E>
}
