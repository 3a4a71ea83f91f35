import * as contract from '@mailstop/contract'
import type { Endpoint } from '@mailstop/contract'
import { nameOf } from './right-request.ts'

/** Everything that the contract describes, by method and path. */
export const endpoints = new Map<string, Endpoint>()

for (const value of Object.values<unknown>(contract)) {
  if (isEndpoint(value)) endpoints.set(nameOf(value), value)
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'path' in value && 'reply' in value
}
