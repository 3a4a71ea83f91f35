import { createClient, type ClientInit } from '@mailstop/contract'
import { ApiError, readApiError, unreachable } from './api-error.ts'
import { readCookie } from './cookies.ts'
import { fullPath } from '../paths/base-path.ts'
import { countedCall } from './quiet.ts'

/**
 * Calls an endpoint and returns its reply. Throws `ApiError`, or the signal's reason when cancelled.
 * There is no timeout: a caller cancels through `signal`.
 */
export const { call, freshToken } = createClient({
  csrfToken: () => readCookie('XSRF-TOKEN'),

  async fetch(path: string, init: ClientInit) {
    try {
      return await countedCall(fetch(fullPath(path), { ...init, credentials: 'same-origin' }))
    } catch (error) {
      if (init.signal?.aborted) throw error
      throw unreachable(error)
    }
  },

  async read(response) {
    if (!response.ok) throw await readApiError(response)
    try {
      return await response.json()
    } catch (cause) {
      const message = 'The server’s reply could not be read. Try again in a moment.'
      throw new ApiError(response.status, { code: 'internal', message }, { cause })
    }
  },
})
