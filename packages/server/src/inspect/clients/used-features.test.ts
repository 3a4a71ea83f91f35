import { readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { featureSnippets } from '../../../test/inspection/feature-snippets.ts'
import { checked, inspected } from '../../../test/inspection/mail-of.ts'
import { growthRatio, mostGrowth } from '../../../test/support/growth.ts'
import { clientsOf, loadCaniemail, mailClients, supportOf } from './caniemail.ts'
import { clients } from './clients.ts'
import { tokensOf } from './feature-table.ts'
import { usedFeatures } from './used-features.ts'

const all = featureSnippets.map(([slug]) => slug)
const used = (html: string) => usedFeatures(inspected({ html }), all)
const slugs = (html: string) => [...used(html).keys()].toSorted()
const factsOf = async (html: string, chosen: string[] = []) => {
  const { sections } = await checked({ html, options: { clients: chosen } })
  const section = sections.find(({ id }) => id === 'clients')
  if (section?.id !== 'clients' || !section.facts) throw new Error('it has no facts')
  return { ...section.facts, findings: section.findings }
}

test('every feature of the data has an example, but for those that nobody can see in a mail', async () => {
  const { data } = await loadCaniemail()
  expect(data.map(({ slug }) => slug).toSorted()).toEqual([...all, 'bimi'].toSorted())
  expect(tokensOf('bimi')).toEqual([])
})

test.each(featureSnippets)(
  '%s is found where it is used, and not in a mail of text',
  (slug, html) => {
    expect(slugs(html)).toContain(slug)
    expect(slugs('Hello')).toEqual([])
  },
)

test('the rules name the version of the data', () => {
  const path = new URL('../../../../../node_modules/caniemail/package.json', import.meta.url)
  const { version } = JSON.parse(readFileSync(path, 'utf8')) as { version: string }
  expect(clients.rules.unsupported.why).toContain(`caniemail ${version}`)
})

test.each([
  ['prefixes of browsers say nothing', '<i style="-webkit-user-select: none">', 'css-user-select'],
  ['a hack of old browsers is no property', '<i style="*zoom: 1">', null],
  [
    'what @supports asks for is not used',
    '<style>@supports (gap: 1px) {}</style>',
    'css-at-supports',
  ],
  [
    'a descriptor of a font is no property',
    '<style>@font-face { font-weight: 700 }</style>',
    'css-at-font-face',
  ],
  [
    'what Outlook alone reads is a comment',
    '<!--[if mso]><table></table><![endif]-->',
    'html-comments',
  ],
  ['what the parser adds is not used', '<title>a</title>a', null],
  ['data for Gmail is no image', '<script type="application/ld+json">{}</script>', null],
  [
    'steps of keyframes are no selectors',
    '<style>@keyframes a { from {} }</style>',
    'css-at-keyframes',
  ],
])('%s', (_title, html, slug) => {
  expect(slugs(html).filter((one) => one !== 'html-style')).toEqual(slug ? [slug] : [])
})

test.each([
  ['the same property before it', 'a { color: red; color: lab(50% 1 2) }', true],
  ['@supports', '@supports (color: lab(1% 1 1)) { a { color: lab(50% 1 2) } }', true],
  ['another rule', 'a { color: red } a { color: lab(50% 1 2) }', false],
  ['the same property behind it', 'a { color: lab(50% 1 2); color: red }', false],
  ['itself', 'a { color: lab(50% 1 2); color: lab(1% 1 2) }', false],
])('a value has a fallback in %s: %s is %s', (_title, css, hasFallback) => {
  expect(used(`<style>${css}</style>`).get('css-modern-color')).toMatchObject({ hasFallback })
})

test('a use is counted, with its lines and the first place', () => {
  const html =
    '<style>\n\n  p { gap: 1px }\n</style>\n<p style="gap: 2px">a</p><p style="gap: 2px">b</p>\n'
  const use = used(html).get('css-gap')
  expect(use).toMatchObject({ count: 3, lines: [3, 5] })
  expect(use?.where()).toEqual({ part: 'html', line: 3, column: 7, excerpt: 'gap: 1px' })
})

test('an image that the mail contains has the type of its file', () => {
  const source =
    'Content-Type: multipart/related; boundary=b\r\n\r\n--b\r\nContent-Type: text/html\r\n\r\n' +
    '<img src="cid:a">\r\n--b\r\nContent-Type: image/webp\r\nContent-ID: <a>\r\n\r\nx\r\n--b--\r\n'
  expect([...usedFeatures(inspected({ source }), all).keys()]).toContain('image-webp')
})

test('the matrix has the clients of the team, the least supported feature first, and its notes', async () => {
  const html = '<p style="display: grid; padding: 1px">a</p>'
  const facts = await factsOf(html, ['outlook.windows', 'nobody.at-all', 'apple-mail.ios'])
  expect(facts.clients.map(({ name }) => name)).toEqual(['Outlook Windows', 'Apple Mail iOS'])
  expect(facts.features.map(({ slug, support }) => [slug, support])).toContainEqual([
    'css-display-grid',
    'ny',
  ])
  expect(facts.features[0]?.support[0]).toBe('n')
  const padding = facts.features.find(({ slug }) => slug === 'css-padding')
  expect(padding).toMatchObject({
    support: 'ay',
    notes: expect.arrayContaining([
      { clients: ['outlook.windows'], text: 'Partial. Only supported on table cells.' },
    ]),
    url: 'https://www.caniemail.com/features/css-padding/',
  })
  expect(facts.data_of).toMatch(/^20\d\d-\d\d-\d\d$/)
})

test('fifteen clients count where a team has chosen none, and it may choose among all', async () => {
  const { clients: counting } = await factsOf('<p>a</p>')
  expect(counting).toHaveLength(15)
  const usual = (await mailClients()).filter((client) => client.usual)
  expect(usual.map(({ id }) => id).toSorted()).toEqual(counting.map(({ id }) => id).toSorted())
})

test('a client without style sheets is told of them once', async () => {
  const rule = 'p { padding: 1px } .a + .a { color: red }'
  const { findings } = await factsOf(`<style>${rule}</style>`, ['gmail.mobile-webmail'])
  expect(findings.map(({ message }) => message)).toEqual([
    'Gmail Mobile Webmail does not support <style> element.',
  ])
})

test('the newest version of a client counts, whether numbers or days name it', () => {
  const feature = (versions: Record<string, string>) =>
    ({ stats: { outlook: { macos: versions } } }) as never
  const histories: Record<string, string>[] = [
    { '2016': 'n', '2019-02': 'n', '16.80': 'y' },
    { '10.15': 'n', '12': 'y', '12.4': 'y #1' },
    { '16.80': 'n', '2024-10': 'y' },
    { '2026-04': 'y', '2021-03': 'n' },
  ]
  for (const versions of histories) {
    expect(supportOf(feature(versions), 'outlook.macos').letter).toBe('y')
  }
  expect(supportOf(feature({}), 'outlook.macos').letter).toBe('u')
})

test('every client has one name of its own', async () => {
  const names = clientsOf(await loadCaniemail()).map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  expect(names).toEqual(expect.arrayContaining(['Outlook.com', 'Windows Mail', 'Gmail Android']))
})

const markup = fc.oneof(
  fc.constantFrom(...featureSnippets.map(([, html]) => html)),
  fc.constantFrom('<', '</style>', '<style>', '{', '}', '"', '<!--', '-->', '@media', '(', 'a'),
  fc.string({ maxLength: 20 }),
)

test('any html and CSS is read, and more of it takes no feature away', () => {
  const complete = fc.constantFrom(...featureSnippets.slice(0, -80).map(([, html]) => html))
  fc.assert(
    fc.property(fc.array(markup), fc.array(complete), complete, (wild, tame, more) => {
      used(`a${wild.join('')}`)
      const before = slugs(`a${tame.join('')}`)
      expect(slugs(`a${[...tame, more].join('')}`)).toEqual(expect.arrayContaining(before))
    }),
    { numRuns: 200 },
  )
})

test.each([
  ['selectors', 230_000, '<style>', 'a>b~c+d .e#f[g]:not(.h)::after,'],
  ['at-rules', 230_000, '<style>', '@media(hover){'],
  ['declarations', 230_000, '<style>a{', 'width:calc(1px + var(--a));'],
  ['parentheses', 60_000, '<style>a{width:', '('],
  ['nested elements', 200_000, '', '<div style="color:red">'],
  ['styles', 200_000, '', '<a style="color:red;color:lab(1% 1 1)">a</a>'],
  ['addresses of images', 900_000, '<img srcset="', 'a.png 2x,'],
  ['images of the mail', 300_000, '', '<img src="cid:a">'],
  ['comments', 900_000, '', '<!---->'],
])('%s cost time in proportion to their number', async (_name, size, before, unit) => {
  const make = (bytes: number) =>
    inspected({ html: before + unit.repeat(Math.ceil(bytes / 2 / unit.length)) })
  const run = (mail: ReturnType<typeof inspected>) =>
    mail.tree() && mail.sheets() ? usedFeatures(mail, all) : null
  expect(await growthRatio(size, make, run)).toBeLessThanOrEqual(mostGrowth)
})
