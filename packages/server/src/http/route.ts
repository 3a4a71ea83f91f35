import type { Endpoint, EndpointInput, EndpointReply, TeamAction } from '@mailstop/contract'
import type { z } from 'zod'
import type { UserActor, UserRequest } from '../actor.ts'

/** What a handler gets besides the input. */
export type Context<E extends Endpoint> = TeamContext<E> & {
  actor: E['access'] extends 'public' ? UserActor | null : UserActor
  /** `browser` is what `keepBrowser` set; null: nothing. */
  client: { address: string; userAgent: string; browser: string | null }
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

/** Where the endpoint names an action: what the actor wants to do in the team of the path. */
type TeamContext<E extends Endpoint> = E['action'] extends TeamAction
  ? { request: UserRequest<E['action']> }
  : unknown

/** One endpoint bound to its operation. `http/` has checked access, CSRF and the input by then. */
export type Route = {
  endpoint: Endpoint
  handle: (input: never, context: never) => Promise<unknown>
  /** Answers every input as if the route were not there. */
  isAbsent?: true
}

export function route<E extends Endpoint>(
  endpoint: E,
  handle: (input: EndpointInput<E>, context: Context<E>) => Promise<EndpointReply<E>>,
): Route {
  return { endpoint, handle }
}

type DataOf<E extends Endpoint> = EndpointReply<E> extends { data: infer Data } ? Data : never

/** For an endpoint that replies `{ data }`. */
export function dataRoute<E extends Endpoint>(
  endpoint: E,
  read: (input: EndpointInput<E>, context: Context<E>) => Promise<DataOf<E>>,
): Route {
  return {
    endpoint,
    handle: async (input: EndpointInput<E>, context: Context<E>) => ({
      data: await read(input, context),
    }),
  }
}

/** Bytes of a mail, answered so that a browser neither sniffs, caches nor runs them. */
export type FileReply = {
  /** Many are given one by one, and taken no faster than they are sent. */
  bytes: Uint8Array | AsyncIterable<Uint8Array>
  contentType: string
  filename: string
  /** `inline` is honoured for text/plain, PDF and common image types only. */
  disposition: 'inline' | 'attachment'
}

export type FileRequest = {
  params: Record<string, string>
  actor: UserActor | null
  /**
   * Waits for room in memory for so many bytes, before they are read. Returns what releases it; else
   * it is held until the reply has left. Throws unavailable.
   */
  hold: (bytes: number) => Promise<() => void>
  /** Waits for one of the slots for replies that may take long. */
  holdSlot: () => Promise<unknown>
}

/** A GET of bytes behind a signed link; the handler checks the signature and the actor. */
export type FileRoute = {
  /** Fastify path, for example `/files/mails/:token`. */
  path: string
  handle: (request: FileRequest) => Promise<FileReply>
}

/**
 * A POST by a program that knows nothing but a link (RFC 8058): no session, no cookie, no page of
 * ours. The link itself is the proof, so there is no session that a forged request could use.
 */
export type OneClickRoute = {
  /** Fastify path; a browser that opens it gets the page of this address. */
  path: string
  handle: (request: { params: Record<string, string> }) => Promise<unknown>
}

/** A POST of a file that is taken as it comes, for verified users; its path as Fastify has it. */
export type UploadRoute = {
  path: string
  maxBytes: number
  params: z.ZodObject
  query: z.ZodObject
  handle: (request: {
    params: Record<string, unknown>
    query: Record<string, unknown>
    actor: UserActor
    chunks: AsyncIterable<Uint8Array>
  }) => Promise<unknown>
}
