import type {
  AnyEndpoint,
  Endpoint,
  EndpointInput,
  EndpointReply,
  FileEndpoint,
  MessageEndpoint,
  OneClickEndpoint,
  RedirectEndpoint,
  TeamAction,
  TokenScope,
  UploadEndpoint,
} from '@mailstop/contract'
import type { z } from 'zod'
import type { Actor, TeamRequest, TokenActor, UserActor, UserRequest } from '../actor.ts'
import type { Refusal } from '../errors.ts'

/** The context of a handler beside the input. */
export type Context<E extends AnyEndpoint> = TeamContext<E> & {
  actor: ActorOf<E>
  /** `browser` is what `keepBrowser` set; null: nothing. */
  client: { address: string; userAgent: string; browser: string | null }
  /** Names the version of a GET's answer. Ends the request with 304 when its client has that one. */
  unlessKnown: UnlessKnown
  session: {
    /** Sets the session cookie; `lifetimeMs` null means until the browser closes. Renews the CSRF cookie. */
    begin(token: string, lifetimeMs: number | null): void
    /** Has the browser show this token for 90 days, signed in or not. */
    keepBrowser(token: string): void
    /** Clears the session cookie and renews the CSRF cookie. */
    end(): void
    renewCsrf(): void
  }
  /** A cookie for a sign-in that is under way at an issuer; `value` is what the browser shows. */
  signIn: { value: string | null; keep(value: string, lifetimeMs: number): void; end(): void }
}

export type UnlessKnown = (version: string) => void

type ForTokens = { scope: TokenScope | 'any' }

/** An endpoint without a scope is for users alone. */
type ActorOf<E extends AnyEndpoint> = E extends { access: 'token' }
  ? TokenActor
  : (E extends ForTokens ? Actor : UserActor) | (E extends { access: 'public' } ? null : never)

/** What the actor wants to do in the team of the path; set where the endpoint names an action. */
type TeamContext<E extends AnyEndpoint> = E extends { action: infer A extends TeamAction }
  ? { request: E extends ForTokens ? TeamRequest<A> : UserRequest<A> }
  : unknown

type DataEndpoint = Endpoint | UploadEndpoint | MessageEndpoint | OneClickEndpoint

/** One endpoint bound to its operation. `http/` has checked access, CSRF and the input by then. */
export type Route = DataRoute | FileRoute | RedirectRoute

type RouteOf<E extends AnyEndpoint> = {
  endpoint: E
  handle: (input: never, context: never) => Promise<unknown>
  /** Answers every input as if the route were not there. */
  isAbsent?: true
}

export type FileRoute = RouteOf<FileEndpoint>
export type RedirectRoute = RouteOf<RedirectEndpoint>
export type DataRoute = RouteOf<DataEndpoint> & {
  /** Where the body is taken as it comes: a larger one is refused. */
  maxBytes?: MaxBytes
}

export const isFileRoute = (route: Route): route is FileRoute => route.endpoint.kind === 'file'

export const isRedirectRoute = (route: Route): route is RedirectRoute =>
  route.endpoint.kind === 'redirect'

/** The input of a handler. A body that is taken as it comes is in its context. */
type Input<E extends DataEndpoint> = E extends MessageEndpoint
  ? Omit<EndpointInput<E>, 'body'> & { headers: z.output<E['headers']> }
  : EndpointInput<E>

type DataContext<E extends DataEndpoint> = Context<E> &
  (E extends UploadEndpoint ? { chunks: AsyncIterable<Uint8Array> } : unknown) &
  (E extends MessageEndpoint ? { read: () => Promise<Posted> } : unknown)

/**
 * A mail that is posted: as its source, or as JSON that is not read yet. `digest` is of the content of a request with
 * an idempotency key, else empty: two requests with the same digest are the same.
 */
export type Posted = { digest: string } & ({ source: Uint8Array } | { json: Uint8Array })

type MaxBytes = number | { source: number; json: number }
type Limits<E extends DataEndpoint> = E extends UploadEndpoint | MessageEndpoint
  ? [maxBytes: MaxBytes]
  : []

/** Ties a handler to the types of an endpoint that replies with data. */
export function route<E extends DataEndpoint>(
  endpoint: E,
  handle: (input: Input<E>, context: DataContext<E>) => Promise<EndpointReply<E>>,
  ...[maxBytes]: Limits<E>
): DataRoute {
  return { endpoint, handle, ...(maxBytes && { maxBytes }) }
}

type DataOf<E extends DataEndpoint> = EndpointReply<E> extends { data: infer Data } ? Data : never

/** The same for an endpoint that replies `{ data }`. */
export function dataRoute<E extends DataEndpoint>(
  endpoint: E,
  read: (input: Input<E>, context: DataContext<E>) => Promise<DataOf<E>>,
  ...[maxBytes]: Limits<E>
): DataRoute {
  const handle = async (input: Input<E>, context: DataContext<E>) => ({
    data: await read(input, context),
  })
  return { endpoint, handle, ...(maxBytes && { maxBytes }) }
}

/** Binds an endpoint that replies with the same message whenever its work is done. */
export function doneRoute<
  E extends (Endpoint | OneClickEndpoint) & { reply: z.ZodType<{ message: string }> },
>(
  endpoint: E,
  message: string,
  work: (input: Input<E>, context: DataContext<E>) => Promise<unknown>,
): DataRoute {
  const handle = async (input: Input<E>, context: DataContext<E>) => {
    await work(input, context)
    return { message }
  }
  return { endpoint, handle }
}

/** Bytes of a mail; a browser neither sniffs, caches nor runs them. */
export type FileReply = {
  /** Chunks are taken no faster than they are sent. */
  bytes: Uint8Array | AsyncIterable<Uint8Array>
  contentType: string
  filename: string
  /**
   * `inline` is honoured for text/plain, PDF and common image types only. `sandboxed` shows html, without
   * scripts, forms and remote content. `shared` is a page of ours with such html in a frame, whose links save files;
   * `own` is one without anything of a mail, which may have a form.
   */
  disposition: 'inline' | 'attachment' | 'sandboxed' | 'shared' | 'own'
  /** Html of a mail may fetch images from the web. */
  images?: boolean
  /** The refusal that a page shows to a person. */
  refusal?: Refusal
  /** Where the browser is led instead: an address that it can load again. */
  leadsTo?: string
}

/** The memory of a file until its client has it. */
export type FileRoom = {
  /**
   * Waits for memory for `bytes` before they are read. Returns a function that releases it; otherwise it is held
   * until the reply has left. Throws unavailable.
   */
  hold: (bytes: number) => Promise<() => void>
  /** Waits for one of the slots for replies that may take long. */
  holdSlot: () => Promise<unknown>
}

/**
 * Names the bytes of a reply, which never change, so that clients keep them. True when the client has them: the reply
 * is sent without them.
 */
export type HasAlready = (name: string) => boolean

/** Serves bytes. `handle` returns null for a client that has them already. */
export function fileRoute<E extends FileEndpoint>(
  endpoint: E,
  handle: (
    input: EndpointInput<E>,
    context: Context<E> & FileRoom & { hasAlready: HasAlready },
  ) => Promise<FileReply | null>,
): FileRoute {
  return { endpoint, handle }
}

/** Leads a browser on to the address that `lead` returns. */
export function redirectRoute<E extends RedirectEndpoint>(
  endpoint: E,
  lead: (query: URLSearchParams, context: Context<E>) => Promise<string>,
): RedirectRoute {
  return { endpoint, handle: lead }
}
