import axe from 'axe-core'
import { type Browser, chromium, type Page } from 'playwright-core'
import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cases } from './cases/cases.ts'
import { checked, inspected, type TestMail } from './mail-of.ts'

/** Rules of axe, which draws the mail and runs scripts in it, and what we call the same. */
const shared: Record<string, string> = {
  'html-has-lang': 'lang',
  'document-title': 'title',
  'meta-viewport': 'viewport',
  'duplicate-id': 'duplicate-id',
  'image-alt': 'image-alt',
  'link-name': 'link-name',
  'th-has-data-cells': 'table-headers',
  'empty-heading': 'empty-heading',
  'color-contrast': 'contrast',
}

/** Where we differ on purpose: a piece of the mail, and why. */
const exceptions: { rule: string; html: string; why: string }[] = [
  {
    rule: 'image-alt',
    html: 'open.gif" width="1" height="1"',
    why: 'Readers miss nothing of an image that only counts them.',
  },
  {
    rule: 'th-has-data-cells',
    html: '<caption>Items</caption>',
    why: 'A table that says it holds data and has no heading at all is no matter of this rule of axe.',
  },
  {
    rule: 'th-has-data-cells',
    html: '<tr><td>Shoe</td><td>9</td></tr>'.repeat(3),
    why: 'Neither is one that looks like data.',
  },
  {
    rule: 'th-has-data-cells',
    html: 'border="1"',
    why: 'Nor is one whose cells have borders.',
  },
  {
    rule: 'color-contrast',
    html: '<style>div p { color: #aaa }',
    why: 'We follow no combinators, and say that the contrast is unknown.',
  },
  {
    rule: 'color-contrast',
    html: '<style>p:nth-child(1) { color: #aaa }',
    why: 'We follow no pseudo-classes, and say so too.',
  },
]

const folders = ['../fixtures/mails/', '../../src/demo/mails/']
const files = folders.flatMap((path) => {
  const folder = new URL(path, import.meta.url)
  const names = readdirSync(folder).filter((name) => name.endsWith('.eml'))
  return names.map((name) => ({ source: readFileSync(new URL(name, folder)) }))
})
const mails: TestMail[] = [
  ...Object.entries(cases)
    .filter(([rule]) => rule.startsWith('accessibility.'))
    .flatMap(([, { fires, spares }]) => [...fires, ...spares]),
  ...files,
].filter((mail) => inspected(mail).html !== null)

let browser: Browser
let page: Page
beforeAll(async () => {
  browser = await chromium.launch({
    // oxlint-disable-next-line node/no-process-env -- the browser of the machine, as the journeys take it
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  })
  page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
  await page.route('**', (route) => route.abort())
})
afterAll(async () => browser.close())

async function axeSays(html: string): Promise<Set<string>> {
  // A document that is written again keeps the colours of links that the last one had.
  await page.goto('about:blank')
  await page.setContent(html)
  await page.evaluate(axe.source)
  const results = await page.evaluate(
    async (values) =>
      (globalThis as unknown as { axe: typeof axe }).axe.run({
        runOnly: { type: 'rule', values },
        rules: { 'duplicate-id': { enabled: true } },
      }),
    Object.keys(shared),
  )
  // Axe leaves headings without cells to a person.
  const left = results.incomplete.filter(({ id }) => id === 'th-has-data-cells')
  return new Set([...results.violations, ...left].map(({ id }) => id))
}

test('we find in a mail what axe finds in a browser', async () => {
  const differences: string[] = []
  for (const mail of mails) {
    const html = inspected(mail).html ?? ''
    const drawn = await axeSays(html)
    const { sections } = await checked(mail)
    const found = sections.flatMap(({ findings }) => findings.map(({ rule }) => rule))
    for (const [rule, ours] of Object.entries(shared)) {
      if (drawn.has(rule) === found.includes(`accessibility.${ours}`)) continue
      differences.push(`${rule}: axe ${drawn.has(rule) ? 'fires' : 'spares'} ${html}`)
    }
  }
  expect(mails.length).toBeGreaterThan(60)
  const isAbout = (difference: string, { rule, html }: (typeof exceptions)[number]) =>
    difference.startsWith(rule) && difference.includes(html)
  const without = (difference: string) => !exceptions.some((one) => isAbout(difference, one))
  expect(differences.filter(without)).toEqual([])
  expect(exceptions.filter((one) => !differences.some((some) => isAbout(some, one)))).toEqual([])
}, 300_000)
