import type { AnyEndpoint } from '@mailstop/contract'
import type { RequestOptions } from '../clients/browser.ts'
import { routeTable } from './route-table.ts'

export type SentRequest = { path: string; options: RequestOptions & { body?: unknown } }

export const nameOf = ({ method, path }: Pick<AnyEndpoint, 'method' | 'path'>) =>
  `${method} ${path}`

/** The names in an endpoint's path. */
export const namesIn = ({ path }: Pick<AnyEndpoint, 'path'>) =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => String(name))

/** The names that stand for ids in a body. */
export const namesInBody = (body: unknown) =>
  namesIn({ path: JSON.stringify(body) ?? '' }).filter((name) => name !== 'email')

/** The row's request, or that with another of its bodies, with these values for its names. */
export function rightRequest(
  endpoint: Pick<AnyEndpoint, 'method' | 'path'>,
  values: Record<string, string>,
  body = routeTable[nameOf(endpoint)]?.body,
): SentRequest {
  const valueOf = (name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`${endpoint.path}: nobody owns a ${name}`)
    return value
  }
  const { raw, query } = routeTable[nameOf(endpoint)] ?? {}
  const bare = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(valueOf(name)),
  )
  const path = query === undefined ? bare : `${bare}?${query}`
  if (raw) return { path, options: { body: raw.text, headers: { 'content-type': raw.type } } }
  if (body === undefined) return { path, options: {} }
  return { path, options: { body: filled(body, valueOf) } }
}

/** `"{name}"` becomes its value, as a number where it is one. */
function filled(body: unknown, valueOf: (name: string) => string): unknown {
  const text = JSON.stringify(body).replaceAll(/"\{(\w+)\}"/g, (_, name: string) => {
    const value = valueOf(name)
    return /^\d+$/.test(value) ? value : JSON.stringify(value)
  })
  return JSON.parse(text) as unknown
}
