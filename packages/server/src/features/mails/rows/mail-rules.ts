import { createHash } from 'node:crypto'
import type { PageMeta } from '@mailstop/contract'
import { limits } from '@mailstop/contract'

// Pure decisions about lists and marks of mail.

/** Where a page begins: at a page number, or below the mail that ended the page before. */
export type PageStart = { by: 'page'; page: number } | { by: 'cursor'; beforeId: number }

/** A page with newer mails too: the mails on both sides of an id, or just above one. */
export type WindowStart = { by: 'around' | 'above'; id: number }

export type PageRequest<Start = PageStart> = { start: Start; perPage: number }

export const isWindow = (
  request: PageRequest | PageRequest<WindowStart>,
): request is PageRequest<WindowStart> =>
  request.start.by === 'around' || request.start.by === 'above'

/** The cursor names the last mail of a page, so that mail arriving above it moves nothing below. */
export const encodeCursor = (lastId: number) => `m${lastId.toString(36)}`

/** The cursor of the newer mails names the first mail of a page. */
export const encodeCursorAbove = (firstId: number) => `n${firstId.toString(36)}`

export function decodeCursor(cursor: string, kind: 'm' | 'n' = 'm'): number | null {
  if (!cursor.startsWith(kind) || !/^[1-9a-z][0-9a-z]{0,9}$/.test(cursor.slice(1))) return null
  const id = Number.parseInt(cursor.slice(1), 36)
  return Number.isSafeInteger(id) ? id : null
}

/** Null when the cursor is not one of ours. */
export function pageRequest(query: {
  page?: number | undefined
  cursor?: string | undefined
  around?: number | undefined
  per_page?: number | undefined
}): PageRequest | PageRequest<WindowStart> | null {
  const perPage = query.per_page ?? limits.mailsPerPage
  if (query.around !== undefined) return { start: { by: 'around', id: query.around }, perPage }
  const above = decodeCursor(query.cursor ?? '', 'n')
  if (above !== null) return { start: { by: 'above', id: above }, perPage }
  if (query.cursor === undefined) return { start: { by: 'page', page: query.page ?? 1 }, perPage }
  const beforeId = decodeCursor(query.cursor)
  return beforeId === null ? null : { start: { by: 'cursor', beforeId }, perPage }
}

/** A page by number is found by walking over the mails before or behind it: a deep one counts as a search. */
export const isDeep = ({ start, perPage }: PageRequest): boolean =>
  start.by === 'page' && start.page * perPage > 10_000

/** Mails of a list; when not exact, there are more. */
export type Total = { count: number; isExact: boolean }

/**
 * `ids` are the ids of one page and, when more follow, of the mail after it. With a cursor the number of the page is
 * unknown, since mail may have arrived above it; it is reported as 1.
 */
export function pageMeta(request: PageRequest, ids: number[], total: Total): PageMeta {
  const lastShown = ids.length > request.perPage ? ids[request.perPage - 1] : undefined
  return {
    current_page: request.start.by === 'page' ? request.start.page : 1,
    last_page: Math.max(1, Math.ceil(total.count / request.perPage)),
    per_page: request.perPage,
    total: total.count,
    total_is_exact: total.isExact,
    next_cursor: lastShown === undefined ? null : encodeCursor(lastShown),
  }
}

/** A deletion is known by its moment. */
export const encodeDeletion = (at: number) => `d${at.toString(36)}`

export function decodeDeletion(deletion: string): number | null {
  if (!/^d[1-9a-z][0-9a-z]{0,9}$/.test(deletion)) return null
  const at = Number.parseInt(deletion.slice(1), 36)
  return Number.isSafeInteger(at) ? at : null
}

/** Throws when the client has this version of the answer already. */
export type UnlessKnown = (version: string) => void
export const always: UnlessKnown = () => {}

/** The revision grows with each change that a list could show; `besides` is what else a reply shows. */
export function versionOf(revision: number, besides?: object): string {
  if (besides === undefined) return String(revision)
  const digest = createHash('sha256').update(JSON.stringify(besides)).digest('hex')
  return `${revision}-${digest.slice(0, 16)}`
}
