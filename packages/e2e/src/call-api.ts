import type { Endpoint, EndpointReply, EndpointRequest } from '@mailstop/contract'
import type { BrowserContext } from '@playwright/test'

type AnyRequest = {
  params?: Record<string, unknown>
  query?: Record<string, string>
  body?: unknown
}

/** Calls the API as whoever is signed in in this browser, for what a journey needs and is not about. */
export async function callApi<E extends Endpoint>(
  context: BrowserContext,
  endpoint: E,
  request: EndpointRequest<E>,
): Promise<EndpointReply<E>> {
  const { params = {}, query, body } = request as AnyRequest
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  )
  const response = await context.request.fetch(path, {
    method: endpoint.method,
    headers: endpoint.method === 'GET' ? {} : { 'X-XSRF-TOKEN': await csrfToken(context) },
    ...(query && { params: query }),
    ...(body !== undefined && { data: body }),
  })
  if (!response.ok()) {
    throw new Error(`${endpoint.method} ${path}: ${response.status()} ${await response.text()}`)
  }
  return (await response.json()) as EndpointReply<E>
}

async function csrfToken(context: BrowserContext): Promise<string> {
  const find = async () => (await context.cookies()).find(({ name }) => name === 'XSRF-TOKEN')
  if (!(await find())) await context.request.get('/sanctum/csrf-cookie')
  return decodeURIComponent((await find())?.value ?? '')
}
