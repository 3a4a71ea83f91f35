import type { AnyEndpoint, ErrorCode } from '@mailstop/contract'
import type { SentRequest } from './right-request.ts'
import type { Person } from '../access/world.ts'

/** One thing that is wrong with a request of any sender, and the refusal that answers it. */
export type Fault = {
  name: string
  applies(endpoint: AnyEndpoint): boolean
  /** What is sent in place of the right request. */
  spoil(request: SentRequest, stranger: Person): SentRequest
  code: ErrorCode
}

const isUnsafe = ({ method }: AnyEndpoint) => method !== 'GET'
/** A link is its own proof. */
const needsCsrf = (endpoint: AnyEndpoint) =>
  isUnsafe(endpoint) && endpoint.kind !== 'one-click' && !endpoint.byLink
const takesJson = (endpoint: AnyEndpoint) => isUnsafe(endpoint) && endpoint.kind === undefined
/** What an issuer adds to the query of a page that leads on is ignored. */
const isForUsers = ({ access, kind }: AnyEndpoint) => access !== 'token' && kind !== 'redirect'

const withHeaders =
  (headers: Record<string, string | undefined>) =>
  ({ path, options }: SentRequest): SentRequest => ({
    path,
    options: { ...options, headers: { ...options.headers, ...headers } },
  })

const withBody =
  (spoil: (body: object) => unknown) =>
  ({ path, options }: SentRequest): SentRequest => ({
    path,
    options: { ...options, body: spoil(options.body ?? {}) },
  })

const withQuery =
  (query: string) =>
  ({ path, options }: SentRequest): SentRequest => ({
    path: `${path}${path.includes('?') ? '&' : '?'}${query}`,
    options,
  })

const bodies: [what: string, code: ErrorCode, spoil: (body: object) => unknown][] = [
  ['is too large', 'too_large', (body) => ({ ...body, padding: 'x'.repeat(64 * 1024) })],
  ['is not JSON', 'bad_request', (body) => JSON.stringify(body).slice(0, -1)],
  ['is not UTF-8', 'bad_request', () => Buffer.from('{"name":"\xff"}', 'latin1')],
  [
    'sets a prototype',
    'bad_request',
    (body) => JSON.stringify(body).replace('{', '{"__proto__":{},'),
  ],
  ['has an unknown field', 'invalid', (body) => ({ ...body, is_admin: true })],
  ['is a list', 'invalid', (body) => [body]],
]

const fault = (
  name: string,
  applies: Fault['applies'],
  code: ErrorCode,
  spoil: Fault['spoil'],
): Fault => ({ name, applies, code, spoil })

const withToken = (token: string | undefined) => withHeaders({ 'x-xsrf-token': token })
const others = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
]

export const faults: Fault[] = [
  fault('without a CSRF token', needsCsrf, 'csrf', withToken(undefined)),
  fault('with a made-up CSRF token', needsCsrf, 'csrf', withToken('made.up')),
  fault('with the CSRF token of somebody else', needsCsrf, 'csrf', (request, stranger) =>
    withToken(stranger.browser.cookies.get('XSRF-TOKEN'))(request),
  ),
  fault(
    'from a foreign origin',
    isUnsafe,
    'forbidden',
    withHeaders({ origin: 'https://evil.example' }),
  ),
  fault('to a foreign host', () => true, 'wrong_host', withHeaders({ host: 'evil.example' })),
  ...others.map((type) =>
    fault(`with the content type ${type}`, takesJson, 'unsupported_media_type', (request) =>
      withHeaders({ 'content-type': type })(withBody((body) => body)(request)),
    ),
  ),
  ...bodies.map(([what, code, spoil]) =>
    fault(`with a body that ${what}`, takesJson, code, withBody(spoil)),
  ),
  // Programs add parameters to a link that people send each other.
  fault(
    'with an unknown query parameter',
    (endpoint) => isForUsers(endpoint) && !endpoint.byLink,
    'invalid',
    withQuery('debug=1'),
  ),
  fault(
    'with a query parameter given twice',
    (endpoint) => isForUsers(endpoint) && !endpoint.byLink,
    'invalid',
    withQuery('q=all&q=all'),
  ),
]
