import {
  createClient,
  type CallArguments,
  type Endpoint,
  type EndpointReply,
} from '@mailstop/contract'
import type { BrowserContext } from '@playwright/test'

/** Calls the API as the signed-in user of this browser, for steps that the journey does not test. */
export async function callApi<E extends Endpoint>(
  context: BrowserContext,
  endpoint: E,
  ...request: CallArguments<E>
): Promise<EndpointReply<E>> {
  const { call } = createClient({
    async csrfToken() {
      const cookie = (await context.cookies()).find(({ name }) => name === 'XSRF-TOKEN')
      return cookie ? decodeURIComponent(cookie.value) : null
    },
    async fetch(path, { body, method, headers }) {
      const sent = { method, headers, ...(body !== undefined && { data: body }) }
      const answer = await context.request.fetch(path, sent)
      return new Response(new Uint8Array(await answer.body()), { status: answer.status() })
    },
  })
  return call(endpoint, ...request)
}
