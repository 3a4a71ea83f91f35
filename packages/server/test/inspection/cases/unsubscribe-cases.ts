import type { RuleCases, TestMail } from '../mail-of.ts'

const oneClick = 'List-Unsubscribe-Post: List-Unsubscribe=One-Click'
const list = (value: string, ...others: string[]): TestMail => ({
  headers: [`List-Unsubscribe: ${value}`, ...others],
})
const https = '<https://example.com/u?id=1>'
const link = (href: string, text: string) =>
  `<!doctype html><html lang="en"><title>t</title><body><p>News <a href="${href}">${text}</a></p></body></html>`
const bulk = (mail: TestMail, by = 'Precedence: bulk'): TestMail => ({
  ...mail,
  headers: [...(mail.headers ?? []), by],
})
const signature = (h: string) =>
  `DKIM-Signature: v=1; a=rsa-sha256; d=example.com; s=a;\r\n h=${h};\r\n bh=a; b=b`

/** Forms that a client understands whole. */
const good = [
  https,
  '<mailto:off@example.com>',
  '<mailto:off@example.com?subject=unsubscribe>',
  '<mailto:off@example.com?subject=a%20b&body=c>, <https://example.com/u>',
  '<https://example.com/u>,<mailto:off@example.com>',
  '<https://example.com/u>,\r\n <mailto:off@example.com>',
  '<https://example.com/u>,\r\n\t<mailto:off@example.com>',
  '<https://example.com/long\r\n address>',
  '(Use this) <mailto:off@example.com>',
  '<mailto:off@example.com> (by mail), <https://example.com/u> (on the web)',
  '<HTTPS://EXAMPLE.COM/u>',
  '<MAILTO:off@example.com>',
  '<http://example.com/u>',
  '<ftp://example.com/u.txt>',
  '<https://example.com/u?a=1,2>',
  '<https://example.com:8443/u>',
  '<https://xn--bcher-kva.example/u>',
  '  <https://example.com/u>  ',
]
/** Forms that some client or every client gets wrong. */
const bad = [
  '',
  'https://example.com/u',
  'mailto:off@example.com',
  '<https://example.com/u',
  'https://example.com/u>',
  '<>',
  '< >',
  '<mailto:>',
  '<mailto:off>',
  '<off@example.com>',
  '<example.com/u>',
  '</u?id=1>',
  '<javascript:alert(1)>',
  '<https://>',
  '<https://example.com/u> mailto:off@example.com',
  'Unsubscribe: <https://example.com/u>',
  '"<https://example.com/u>"',
  '<{{unsubscribe_url}}>',
]

export const unsubscribeCases: RuleCases = {
  'unsubscribe.malformed': {
    fires: [
      ...bad.map((value) => list(value)),
      { headers: [`List-Unsubscribe: ${https}`, `List-Unsubscribe: ${https}`] },
    ],
    spares: [{}, ...good.map((value) => list(value))],
  },
  'unsubscribe.one-click': {
    fires: [
      { headers: [oneClick] },
      list(https, 'List-Unsubscribe-Post: One-Click'),
      list(https, 'List-Unsubscribe-Post: List-Unsubscribe = One-Click'),
      list('<mailto:off@example.com>', oneClick),
      list('<http://example.com/u>', oneClick),
    ],
    spares: [
      list(https),
      list(https, oneClick),
      list(`<mailto:off@example.com>, ${https}`, oneClick),
    ],
  },
  'unsubscribe.not-covered': {
    fires: [
      list(https, oneClick, signature('from:to:subject')),
      list(https, oneClick, signature('from:list-unsubscribe')),
      list(https, oneClick, signature('from:list-unsubscribe'), signature('list-unsubscribe-post')),
    ],
    spares: [
      list(https, oneClick),
      list(https, oneClick, signature('from : List-Unsubscribe :\r\n List-Unsubscribe-Post')),
      list(https, signature('from:list-unsubscribe')),
      list(
        https,
        oneClick,
        signature('from'),
        signature('from:list-unsubscribe:list-unsubscribe-post'),
      ),
    ],
  },
  'unsubscribe.missing': {
    fires: [
      bulk({}),
      bulk({}, 'List-Id: <news.example.com>'),
      bulk({}, 'Feedback-ID: a:b:c:d'),
      {
        html: `${link('https://example.com/u', 'Unsubscribe')}${link('https://example.com/all', 'Unsubscribe from all')}`,
      },
    ],
    spares: [
      {},
      bulk(list(https, oneClick)),
      { html: link('https://example.com/u', 'Unsubscribe') },
      bulk({}, 'Precedence: first-class'),
    ],
  },
  'unsubscribe.no-one-click': {
    fires: [bulk(list(https)), bulk(list('<mailto:off@example.com>'))],
    spares: [bulk(list(https, oneClick)), list(https), bulk({})],
  },
  'unsubscribe.no-visible-link': {
    fires: [bulk({ html: link('https://example.com/', 'Read on') })],
    spares: [
      ...[
        'Unsubscribe',
        'Abmelden',
        'Se désabonner',
        'Darse de baja',
        '配信停止',
        'Отписаться',
        'Opt out',
      ].map((text) => bulk({ html: link('https://example.com/x', text) })),
      bulk({ html: link('https://example.com/unsubscribe', 'here') }),
      bulk({ text: 'News' }),
      { html: link('https://example.com/', 'Read on') },
    ],
  },
  'unsubscribe.other-host': {
    fires: [{ ...list(https), html: link('https://example.org/u', 'Unsubscribe') }],
    spares: [
      { ...list(https), html: link('https://news.example.com/u', 'Unsubscribe') },
      { ...list('<mailto:off@example.com>'), html: link('https://example.org/u', 'Unsubscribe') },
      { ...list(https), html: link('https://example.org/u', 'Read on') },
    ],
  },
}
