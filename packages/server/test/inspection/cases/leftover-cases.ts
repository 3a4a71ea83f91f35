import type { RuleCases, TestMail } from '../mail-of.ts'
import {
  developerHosts,
  emptyAddresses,
  emptyValueLines,
  leftoverAddresses,
  loremLines,
  meantAddresses,
  meantLines,
  placeholderLines,
  publicHosts,
  serviceTagLines,
} from './leftover-lines.ts'

const lines = (text: string) => text.split('\n').filter((line) => line !== '')
const page = (body: string): TestMail => ({
  html: `<!doctype html><html lang="en"><title>t</title><body>${body}</body></html>`,
})
const escaped = (line: string) => line.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
/** A line in the text, and in a paragraph of html. */
const shown = (text: string): TestMail[] =>
  lines(text).flatMap((line) => [
    { text: `Hello\n\n${line}\n\nBye` },
    // Quotes and backticks of plain text mean nothing in html.
    ...(/^>|`/.test(line) ? [] : [page(`<p>Hello</p><p>${escaped(line)}</p>`)]),
  ])
const links = (addresses: string[]) =>
  addresses.map((href) => page(`<p><a href="${href.replaceAll('"', '&quot;')}">a</a></p>`))
const meant = [...shown(meantLines), ...links(meantAddresses)]
const hosts = (names: string[]) => [
  ...links(names.map((host) => `http://${host}/a`)),
  ...names.map((host) => ({ text: `See http://${host}/a now` })),
]
const staging = { options: { stagingHosts: ['staging.example.com'] } }
const stagingMails = [
  page('<img src="https://staging.example.com/a.png" alt="a">'),
  page('<a href="//cdn.staging.example.com/a">a</a>'),
  { text: 'https://staging.example.com/' },
]

export const leftoverCases: RuleCases = {
  'leftovers.placeholder': {
    fires: [
      ...shown(placeholderLines),
      ...links(leftoverAddresses),
      { subject: 'Welcome {{name}}' },
      { headers: ['From: {{shop}} <shop@example.com>'] },
      { headers: ['List-Unsubscribe: <https://example.com/{{token}}>'] },
      page('<img src="a.png" alt="{{alt}}">'),
      page('<td><b>{{name}}</b></td>'),
    ],
    spares: [
      ...meant,
      ...shown(serviceTagLines),
      page('<pre>{{name}}</pre><p>Write <code>${name}</code></p><style>a{{b}}</style>'),
      page('<!-- {{name}} -->'),
      { text: '```\nHi {{name}}\n```' },
    ],
  },
  'leftovers.empty-value': {
    fires: [
      ...shown(emptyValueLines),
      ...links(emptyAddresses),
      { subject: 'Welcome undefined' },
      { headers: ['To: undefined undefined <ada@example.net>'] },
      { headers: ['To: Ada null <ada@example.net>'] },
      { headers: ['To: undefined@example.net'] },
      page('<p>Hi <b>undefined</b>,</p>'),
      page('<table><tr><td>Name</td><td>undefined</td></tr></table>'),
    ],
    spares: [
      ...meant,
      page('<p>The value <b>null</b> is none, nor is <em>undefined</em></p>'),
      page('<pre>undefined</pre><p>It gives <code>NaN</code></p>'),
      { headers: ['To: Jane Null <null-island@example.net>'] },
    ],
  },
  'leftovers.service-tag': {
    fires: [
      ...shown(serviceTagLines),
      ...links(['https://example.com/{{unsubscribe}}', '*|UNSUB|*']),
    ],
    spares: [...meant, ...shown(placeholderLines)],
  },
  'leftovers.lorem': { fires: shown(loremLines), spares: meant },
  'leftovers.dev-host': {
    fires: [...hosts(developerHosts), page('<img src="http://localhost/a.png" alt="a">')],
    spares: [...hosts(publicHosts), ...meant],
  },
  'leftovers.staging-host': {
    fires: stagingMails.map((mail) => ({ ...mail, ...staging })),
    spares: [...stagingMails, { text: 'https://mystaging.example.com/', ...staging }],
  },
}
