import type { AnyEndpoint, ErrorCode } from '@mailstop/contract'
import type { SentRequest } from './right-request.ts'
import type { Visitor } from './visitors.ts'

/** One thing that is wrong with a request, and the refusal it deserves. */
export type Fault = {
  name: string
  applies(endpoint: AnyEndpoint): boolean
  /** Who sends it; a verified user unless said otherwise. */
  by?: 'stranger' | 'newcomer' | 'foreigner'
  /** What is sent in place of the right request. */
  spoil(request: SentRequest, visitors: { stranger: Visitor }): SentRequest
  code: ErrorCode
}

const always = () => true
const isUnsafe = ({ method }: AnyEndpoint) => method !== 'GET'
/** A link of a mail is its own proof. */
const needsCsrf = (endpoint: AnyEndpoint) => isUnsafe(endpoint) && endpoint.kind !== 'one-click'
const takesJson = (endpoint: AnyEndpoint) => isUnsafe(endpoint) && endpoint.kind === undefined
const isForUsers = ({ access }: AnyEndpoint) => access !== 'token'

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

const as = (request: SentRequest) => request

export const faults: Fault[] = [
  {
    name: 'signed out',
    applies: ({ access }) => access !== 'public' && access !== 'token',
    by: 'stranger',
    spoil: as,
    code: 'signed_out',
  },
  {
    name: 'by a user',
    applies: ({ access }) => access === 'token',
    spoil: as,
    code: 'bad_token',
  },
  {
    name: 'unverified',
    applies: ({ access }) => access === 'verified',
    by: 'newcomer',
    spoil: as,
    code: 'unverified',
  },
  {
    name: 'by a user who is no operator',
    applies: ({ access }) => access === 'operator',
    by: 'foreigner',
    spoil: as,
    code: 'not_found',
  },
  {
    name: 'by an unverified user who is no operator',
    applies: ({ access }) => access === 'operator',
    by: 'newcomer',
    spoil: as,
    code: 'not_found',
  },
  {
    name: 'without a CSRF token',
    applies: needsCsrf,
    spoil: withHeaders({ 'x-xsrf-token': undefined }),
    code: 'csrf',
  },
  {
    name: 'with a made-up CSRF token',
    applies: needsCsrf,
    spoil: withHeaders({ 'x-xsrf-token': 'made.up' }),
    code: 'csrf',
  },
  {
    name: 'with the CSRF token of somebody else',
    applies: needsCsrf,
    spoil: (request, { stranger }) =>
      withHeaders({ 'x-xsrf-token': stranger.browser.cookies.get('XSRF-TOKEN') })(request),
    code: 'csrf',
  },
  {
    name: 'from a foreign origin',
    applies: isUnsafe,
    spoil: withHeaders({ origin: 'https://evil.example' }),
    code: 'forbidden',
  },
  {
    name: 'to a foreign host',
    applies: always,
    spoil: withHeaders({ host: 'evil.example' }),
    code: 'wrong_host',
  },
  ...['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'].map(
    (type): Fault => ({
      name: `with the content type ${type}`,
      applies: takesJson,
      spoil: ({ path, options }) =>
        withHeaders({ 'content-type': type })(withBody((body) => body)({ path, options })),
      code: 'unsupported_media_type',
    }),
  ),
  {
    name: 'with a body that is too large',
    applies: takesJson,
    spoil: withBody((body) => ({ ...body, padding: 'x'.repeat(64 * 1024) })),
    code: 'too_large',
  },
  {
    name: 'with a body that is not JSON',
    applies: takesJson,
    spoil: withBody((body) => JSON.stringify(body).slice(0, -1)),
    code: 'bad_request',
  },
  {
    name: 'with a body that is not UTF-8',
    applies: takesJson,
    spoil: withBody(() => Buffer.from('{"name":"\xff"}', 'latin1')),
    code: 'bad_request',
  },
  {
    name: 'with a body that sets a prototype',
    applies: takesJson,
    spoil: withBody((body) => JSON.stringify(body).replace('{', '{"__proto__":{},')),
    code: 'bad_request',
  },
  {
    name: 'with an unknown field',
    applies: takesJson,
    spoil: withBody((body) => ({ ...body, is_admin: true })),
    code: 'invalid',
  },
  {
    name: 'with a list in place of the body',
    applies: takesJson,
    spoil: withBody((body) => [body]),
    code: 'invalid',
  },
  {
    name: 'with an unknown query parameter',
    applies: isForUsers,
    spoil: withQuery('debug=1'),
    code: 'invalid',
  },
  {
    name: 'with a query parameter given twice',
    applies: isForUsers,
    spoil: withQuery('q=all&q=all'),
    code: 'invalid',
  },
]
