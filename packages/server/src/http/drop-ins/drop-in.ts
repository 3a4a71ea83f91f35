import type { IncomingHttpHeaders } from 'node:http'
import type { TeamAction, TokenScope } from '@mailstop/contract'
import type { Actor, TeamRequest } from '../../actor.ts'
import type { JsonLimits } from '../../lib/json/read-json.ts'
import type { Refusal } from '../../errors.ts'
import type { FileReply, FileRoom } from '../route.ts'

/**
 * Routes of another tool's API, for the clients of that tool. They are no endpoints of the contract, since each
 * decodes its input and shapes its answers as the original does. Access, rate and memory are decided here, by the
 * same parts as for the endpoints.
 */
export type DropInGroup = {
  /** Stands before each path; '' is the root. */
  prefixes: readonly string[]
  routes: DropInTable
  /** Paths under which everything else is refused as the original does, such as `/api/v1/*`. */
  missing?: readonly string[]
  /** A refusal in the shape of the original. Without a status it has the one of our own API. */
  answerRefusal: (refusal: Refusal) => DropInReply
  /** Whether a request from a page of another site is refused even with a token. */
  refusesOtherSites?: boolean
  /** The WWW-Authenticate of a 401. */
  challenge: string
}

/** Routes by their method and path, which has `{name}` where a segment is a parameter. */
export type DropInTable = Readonly<
  Record<`${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`, DropInRoute>
>

export type DropInRoute = readonly [
  /** What a token needs; null: any token will do. */
  scope: TokenScope | null,
  handle: (input: DropInInput) => Promise<DropInReply>,
  options?: {
    /** A larger body is refused. One above 64 KiB takes a slot among the uploads. Without this, none is taken. */
    maxBodyBytes?: number
    /** A body of JSON that is more than this is read no further: the handler refuses its beginning. */
    json?: JsonLimits
    /** A browser without a token, which opens this as a page, gets the web app. */
    isPage?: true
    /** Replaces that of its group. */
    answerRefusal?: DropInGroup['answerRefusal']
  },
]

export type DropInInput = Pick<FileRoom, 'hold'> & {
  params: Readonly<Record<string, string>>
  query: URLSearchParams
  /** The body as it was sent, of any type; empty where there is none. */
  body: Buffer
  headers: IncomingHttpHeaders
  actor: Actor
  teamId: number
  /** No page of another site caused the request, so a GET may change something. */
  isMeant: boolean
  /** What the actor wants to do in its team. The operation that takes this asks `permit`. */
  wants: <A extends TeamAction>(action: A) => TeamRequest<A>
  /** `login` is the user name of Basic, unless that is the token. */
  client: { address: string; userAgent: string; login: string | null }
}

/**
 * Names the kind of a reply. `http/` alone writes the headers that follow from it: the body of each kind but `json`,
 * `text` and `none` may be a stranger's.
 */
export type DropInReply = {
  status?: number
  /** Headers that only clients of the original read. */
  headers?: Readonly<Record<`x-ms-${string}`, string>>
} & (
  | { kind: 'none' }
  /** Pieces of a large body may share their memory. */
  | {
      kind: 'json'
      body: string | readonly Uint8Array[]
      contentType?: 'application/json; charset=utf-8' | 'text/json'
    }
  | { kind: 'text'; body: string }
  /** Html of a mail as its sender wrote it, with its own images as data. */
  | { kind: 'page'; body: string | Uint8Array }
  | ({ kind: 'file'; body: Uint8Array } & DropInFile)
  | { kind: 'redirect'; location: string }
)

/** `keepsType`: it has its declared type, as in the original. */
export type DropInFile = Omit<FileReply, 'bytes'> & { keepsType?: true }
