// What `compare:mailpit` asks: mails that both servers get, the calls, and the reason of each known difference.

const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const from = { Email: 'sender@rocket.test', Name: 'Sender' }
const least = { From: { Email: 'a@rocket.test' }, To: [{ Email: 'b@customer.test' }] }

export const mails = [
  {
    From: from,
    To: [{ Email: 'ada@customer.test', Name: 'Ada' }],
    Cc: [{ Email: 'copy@customer.test', Name: 'Copy' }],
    Bcc: ['blind@customer.test'],
    ReplyTo: [{ Email: 'help@rocket.test', Name: 'Help' }],
    Subject: 'Everything at once',
    Text: 'The text,\nof two lines',
    HTML: '<p>The <b>html</b></p>\n<p><a href="https://rocket.test/a?b=1&amp;c=2">A link</a><img src="cid:logo"></p>',
    Headers: {
      'List-Unsubscribe': '<mailto:stop@rocket.test>, <https://rocket.test/stop>',
      'X-Run': '42',
    },
    Tags: ['Run 42', 'ci'],
    Attachments: [
      { Content: png, Filename: 'photo.png' },
      { Content: png, Filename: 'logo.png', ContentType: 'image/png', ContentID: 'logo' },
      { Content: 'YSxi', Filename: 'table.csv' },
    ],
  },
  { ...least, Subject: 'Plain', Text: 'Hi' },
  { ...least, Subject: 'Html alone', HTML: '<h1>Big</h1><p>Para one</p><p>Two</p>' },
]

/** Fields that differ between any two servers. */
export const varies =
  /(^|[.])(ID|MessageID|Message-Id[.]0|Created|Date|Date[.]0|Size|Version|Database|DatabaseSize|Uptime|Memory|SMTPAcceptedSize)$/

const words = 'an error in words of our own'
const notTyped = 'Mailpit names no type of a plain text'
const built = 'another library builds the mail'
const health = { all: 'the body is JSON, for those who watch the server' }
const notFound = 'what is not there is always said in the same words'
const readable = 'text is made of HTML in another way'

/**
 * `#0` in a path is the id of the first mail. `reasons` are by what a difference begins with; `all` is for all of a call.
 *
 * @type {{ method: string, path: string, body?: unknown, reasons?: Record<string, string> }[]}
 */
export const calls = [
  { method: 'GET', path: '/api/v1/info' },
  { method: 'GET', path: '/api/v1/webui' },
  ...['', '?limit=1&start=1', '?limit=0', '?limit=x&start=-1', '?start=9'].map((query) => ({
    method: 'GET',
    path: `/api/v1/messages${query}`,
  })),
  { method: 'GET', path: '/api/v1/search?query=html' },
  { method: 'GET', path: '/api/v1/search?query=subject:nothinghere' },
  { method: 'GET', path: '/api/v1/search' },
  { method: 'GET', path: '/api/v1/message/#0', reasons: { 'Inline.0.PartID': built } },
  { method: 'GET', path: '/api/v1/message/#1' },
  { method: 'GET', path: '/api/v1/message/#2', reasons: { Text: readable } },
  { method: 'GET', path: '/api/v1/message/latest?query=plain' },
  {
    method: 'GET',
    path: '/api/v1/message/latest?query=nothinghere',
    reasons: { 'the type': notTyped },
  },
  { method: 'GET', path: '/api/v1/message/nope' },
  {
    method: 'GET',
    path: '/api/v1/message/#0/headers',
    reasons: { 'Content-Type': built, Cc: built, From: built, 'Reply-To': built, To: built },
  },
  { method: 'GET', path: '/api/v1/message/nope/headers' },
  { method: 'GET', path: '/api/v1/message/nope/raw' },
  { method: 'GET', path: '/api/v1/message/#0/part/99' },
  { method: 'GET', path: '/api/v1/message/#0/part/99/thumb' },
  {
    method: 'GET',
    path: '/api/v1/message/#0/link-check',
    reasons: { Errors: 'links are not requested', 'Links.0.Status': 'links are not requested' },
  },
  { method: 'GET', path: '/api/v1/message/#1/html-check' },
  {
    method: 'GET',
    path: '/api/v1/message/#0/html-check',
    reasons: { all: 'there is no HTML check' },
  },
  { method: 'GET', path: '/api/v1/message/#0/sa-check', reasons: { 'the text': notFound } },
  { method: 'GET', path: '/api/v1/nothing', reasons: { 'the text': notFound } },
  { method: 'POST', path: '/api/v1/messages', body: {} },
  { method: 'GET', path: '/api/v1/chaos' },
  { method: 'PUT', path: '/api/v1/chaos', body: {} },
  { method: 'GET', path: '/api/v1/tags' },
  { method: 'PUT', path: '/api/v1/tags/ci', body: { Name: 'CI2' } },
  { method: 'PUT', path: '/api/v1/tags/none', body: { Name: 'x' } },
  { method: 'PUT', path: '/api/v1/tags/CI2', body: { Name: 'Run 42' } },
  { method: 'PUT', path: '/api/v1/tags/CI2', body: { Name: '!' }, reasons: { 'the text': words } },
  { method: 'PUT', path: '/api/v1/tags/CI2', body: '' },
  { method: 'DELETE', path: '/api/v1/tags/none' },
  { method: 'DELETE', path: '/api/v1/tags/CI2' },
  { method: 'PUT', path: '/api/v1/tags', body: { IDs: ['nope'], Tags: ['x y!'] } },
  { method: 'PUT', path: '/api/v1/messages', body: { IDs: ['nope'], Read: true } },
  { method: 'PUT', path: '/api/v1/messages', body: '{', reasons: { 'the text': words } },
  { method: 'PUT', path: '/api/v1/messages', body: { IDs: ['x'], Search: 'y' } },
  { method: 'PUT', path: '/api/v1/messages', body: {} },
  ...[
    '',
    {},
    { From: from },
    { ...least, To: [{ Email: 'x' }] },
    { ...least, Headers: { subject: 'q' } },
  ].map((body) => ({ method: 'POST', path: '/api/v1/send', body })),
  {
    method: 'POST',
    path: '/api/v1/send',
    body: { ...least, Attachments: [{ Content: '!', Filename: 'f' }] },
    reasons: { Error: words },
  },
  {
    method: 'GET',
    path: '/view/latest',
    reasons: { all: 'the page is that of the web app' },
  },
  { method: 'GET', path: '/view/#0.html', reasons: { 'the text': 'images are in the page' } },
  {
    method: 'GET',
    path: '/view/#0.html?embed=1',
    reasons: { 'the text': 'images are in the page, and no script' },
  },
  { method: 'GET', path: '/view/#0.txt' },
  { method: 'GET', path: '/view/#1.html', reasons: { 'the type': notTyped } },
  { method: 'GET', path: '/view/#2.txt', reasons: { 'the text': readable } },
  { method: 'GET', path: '/view/nope.html', reasons: { 'the type': notTyped } },
  { method: 'GET', path: '/livez', reasons: health },
  { method: 'GET', path: '/readyz', reasons: health },
  { method: 'POST', path: '/api/v1/message/nope/release', body: { To: [] } },
  { method: 'POST', path: '/api/v1/message/#0/release', body: { To: [] } },
  { method: 'POST', path: '/api/v1/message/#0/release', body: { To: ['x'] } },
  { method: 'DELETE', path: '/api/v1/search' },
  { method: 'DELETE', path: '/api/v1/search?query=plain' },
  { method: 'DELETE', path: '/api/v1/messages', body: '{x' },
]
