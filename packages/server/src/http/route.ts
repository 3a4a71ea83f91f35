import type {
  AnyEndpoint,
  Endpoint,
  EndpointInput,
  EndpointReply,
  FileEndpoint,
  MessageEndpoint,
  OneClickEndpoint,
  TeamAction,
  TokenScope,
  UploadEndpoint,
} from '@mailstop/contract'
import type { z } from 'zod'
import type { Actor, TeamRequest, TokenActor, UserActor, UserRequest } from '../actor.ts'

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
    /** Renews the CSRF cookie for the current session or visitor. */
    renewCsrf(): void
  }
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

/** One endpoint bound to its operation. `http/` has checked access, CSRF and the input by then. */
export type Route = JsonRoute | FileRoute | UploadRoute | MessageRoute | OneClickRoute

type RouteOf<E extends AnyEndpoint> = {
  endpoint: E
  handle: (input: never, context: never) => Promise<unknown>
  /** Answers every input as if the route were not there. */
  isAbsent?: true
}

export type JsonRoute = RouteOf<Endpoint>
export type FileRoute = RouteOf<FileEndpoint>
export type UploadRoute = RouteOf<UploadEndpoint> & { maxBytes: number }
export type MessageRoute = RouteOf<MessageEndpoint> & {
  /** Limits for a mail as its source, and as JSON. */
  maxBytes: { source: number; json: number }
}
export type OneClickRoute = RouteOf<OneClickEndpoint>

/** The routes by how they are served. */
export function byKind(routes: Route[]) {
  const json: JsonRoute[] = []
  const files: FileRoute[] = []
  const uploads: UploadRoute[] = []
  const messages: MessageRoute[] = []
  const oneClicks: OneClickRoute[] = []
  for (const each of routes) {
    // TypeScript does not narrow a route by its endpoint.
    const { kind } = each.endpoint
    if (kind === 'file') files.push(each as FileRoute)
    else if (kind === 'upload') uploads.push(each as UploadRoute)
    else if (kind === 'message') messages.push(each as MessageRoute)
    else if (kind === 'one-click') oneClicks.push(each as OneClickRoute)
    else json.push(each as JsonRoute)
  }
  return { json, files, uploads, messages, oneClicks }
}

export function route<E extends Endpoint>(
  endpoint: E,
  handle: (input: EndpointInput<E>, context: Context<E>) => Promise<EndpointReply<E>>,
): JsonRoute {
  return { endpoint, handle }
}

type DataOf<E extends Endpoint> = EndpointReply<E> extends { data: infer Data } ? Data : never

/** Serves an endpoint that replies `{ data }`. */
export function dataRoute<E extends Endpoint>(
  endpoint: E,
  read: (input: EndpointInput<E>, context: Context<E>) => Promise<DataOf<E>>,
): JsonRoute {
  return {
    endpoint,
    handle: async (input: EndpointInput<E>, context: Context<E>) => ({
      data: await read(input, context),
    }),
  }
}

/** Bytes of a mail; a browser neither sniffs, caches nor runs them. */
export type FileReply = {
  /** Chunks are taken no faster than they are sent. */
  bytes: Uint8Array | AsyncIterable<Uint8Array>
  contentType: string
  filename: string
  /**
   * `inline` is honoured for text/plain, PDF and common image types only. `sandboxed` shows html, without
   * scripts, forms and remote content.
   */
  disposition: 'inline' | 'attachment' | 'sandboxed'
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

/** Serves a GET of bytes. `handle` returns null for a client that has them already. */
export function fileRoute<E extends FileEndpoint>(
  endpoint: E,
  handle: (
    input: EndpointInput<E>,
    context: Context<E> & FileRoom & { hasAlready: HasAlready },
  ) => Promise<FileReply | null>,
): FileRoute {
  return { endpoint, handle }
}

/** Serves a POST of a file that is streamed to the handler; a larger one is refused. */
export function uploadRoute<E extends UploadEndpoint>(
  endpoint: E,
  maxBytes: number,
  handle: (
    input: EndpointInput<E>,
    context: Context<E> & { chunks: AsyncIterable<Uint8Array> },
  ) => Promise<EndpointReply<E>>,
): UploadRoute {
  return { endpoint, maxBytes, handle }
}

/**
 * A posted mail: its source, or JSON that is not read yet. `digest` is of the content of a request with an
 * idempotency key, else empty: two requests with the same digest are the same.
 */
export type Posted = { digest: string } & ({ source: Uint8Array } | { json: Uint8Array })

/** Serves a POST of a mail, which is read when the handler asks for it. */
export function messageRoute<E extends MessageEndpoint>(
  endpoint: E,
  maxBytes: MessageRoute['maxBytes'],
  handle: (
    input: Omit<EndpointInput<E>, 'body'> & { headers: z.output<E['headers']> },
    context: Context<E> & { read: () => Promise<Posted> },
  ) => Promise<EndpointReply<E>>,
): MessageRoute {
  return { endpoint, maxBytes, handle }
}

/** Serves a POST by a program that has only a link. */
export function oneClickRoute<E extends OneClickEndpoint>(
  endpoint: E,
  handle: (input: EndpointInput<E>) => Promise<EndpointReply<E>>,
): OneClickRoute {
  return { endpoint, handle }
}
