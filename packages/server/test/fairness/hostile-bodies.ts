/** A program may post it to hold up everybody. It names the route that takes it and the status that answers it. */
export type HostileBody = {
  name: string
  route: keyof typeof routes
  body: () => string | Buffer
  status: number
}

const largest = 10 * 1024 * 1024
const mail = { from: 'app@rocket.test', to: ['you@customer.test'] }
const mailpitMail = { From: { Email: 'app@rocket.test' }, To: [{ Email: 'you@customer.test' }] }
const letters = (count: number) => 'é'.repeat(count)
const headers = (count: number, length: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`X-H${at}`, letters(length)]))
const file = { content: 'QUJD'.repeat(2_500_000), filename: 'large.bin' }
/** It is as large as JSON may be: half of its characters are escapes. */
const escaped = '\\"'.repeat(largest / 2 - 200)

const nested = {
  'five million lists in each other': () => `{"Text":${'['.repeat(5_200_000)}`,
  'as many objects': () => '{"a":'.repeat(1_700_000),
  'lists that do not end': () => `[${'[],'.repeat(3_000_000)}`,
  'a body full of prototypes': () => `[${'{"__proto__":{}},'.repeat(500_000)}1]`,
  'strings without commas': () => '""'.repeat(5_000_000),
}

type Route = { path: string; type: string; method?: string }

const served = {
  posted: { path: '/api/teams/current/mails', type: 'application/json' },
  source: { path: '/api/teams/current/mails', type: 'message/rfc822' },
  mailpit: { path: '/api/v1/send', type: 'application/json' },
  tags: { path: '/api/v1/tags', type: 'application/json', method: 'PUT' },
  search: { path: '/mailosaur/api/messages/search', type: 'application/json' },
  mcp: { path: '/mcp', type: 'application/json' },
} satisfies Record<string, Route>

export const routes: Record<keyof typeof served, Route> = served

const of = (
  route: HostileBody['route'],
  name: string,
  body: HostileBody['body'],
  status: number,
) => ({
  route,
  name,
  body,
  status,
})

const small = (body: () => string, bytes: number) => () => body().slice(0, bytes)

export const hostileBodies: HostileBody[] = [
  ...(['posted', 'mailpit'] as const).flatMap((route) =>
    Object.entries(nested).map(([name, body]) => of(route, name, body, 400)),
  ),
  ...Object.entries(nested).flatMap(([name, body]) => [
    of('tags', name, small(body, 250_000), 400),
    of('search', name, small(body, 16_000), 400),
    of('mcp', name, small(body, 64_000), 400),
  ]),
  of(
    'posted',
    'an attachment of 10 MB',
    () => JSON.stringify({ ...mail, attachments: [file] }),
    201,
  ),
  of(
    'posted',
    'a text of escapes',
    () => `{"from":"a@b.test","to":["c@d.test"],"text":"${escaped}"}`,
    201,
  ),
  of(
    'posted',
    'a text that is not ASCII',
    () => JSON.stringify({ ...mail, text: letters(5_000_000) }),
    201,
  ),
  of(
    'posted',
    'all headers that there may be',
    () => JSON.stringify({ ...mail, headers: headers(100, 2_000) }),
    201,
  ),
  of(
    'posted',
    'all headers that a small mail may have',
    () => JSON.stringify({ ...mail, headers: headers(62, 2_000) }),
    201,
  ),
  of(
    'mailpit',
    'an attachment of 10 MB',
    () => JSON.stringify({ ...mailpitMail, Attachments: [file] }),
    200,
  ),
  of(
    'mailpit',
    'all headers that there may be',
    () => JSON.stringify({ ...mailpitMail, Headers: headers(100, 2_000) }),
    200,
  ),
  of(
    'mailpit',
    '900 headers of 3,900 letters',
    () => JSON.stringify({ ...mailpitMail, Headers: headers(900, 3_900) }),
    400,
  ),
  of(
    'source',
    'a mail of 25 MB',
    () => `Subject: x\r\n\r\n${'hello rest\r\n'.repeat(2_000_000)}`,
    201,
  ),
  of(
    'source',
    'a megabyte of recipients',
    () => `To: ${'"é, <x@y.test>,'.repeat(60_000)}\r\n\r\n`,
    201,
  ),
]
