import * as contract from '@mailstop/contract'
import type { AnyEndpoint } from '@mailstop/contract'
import { nameOf } from './right-request.ts'

/** Everything that the contract describes, by method and path. */
export const endpoints = new Map<string, AnyEndpoint>()

for (const value of Object.values<unknown>(contract)) {
  if (isEndpoint(value)) endpoints.set(nameOf(value), value)
}

function isEndpoint(value: unknown): value is AnyEndpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value
}
