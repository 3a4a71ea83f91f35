import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import caniemail from 'caniemail/caniemail.json' with { type: 'json' }
import { expect, test } from 'vitest'
import { usedFeatures } from '../../src/inspect/clients/used-features.ts'
import { inspected } from './mail-of.ts'

/**
 * The pages by which caniemail's authors test mail clients. `npm run test:caniemail` reads them from the folder that
 * CANIEMAIL_PAGES names: `tests` of a checkout of github.com/hteumeuleu/caniemail. `npm test` leaves them out.
 */
// oxlint-disable-next-line no-process-env -- names test material, not configuration of the server
const folder = process.env['CANIEMAIL_PAGES']

/** Features whose page does not use them. */
const others = {
  bimi: 'it is a record in DNS',
  'css-flex-wrap': 'its page is css-flex-wrap.html, and the data names another',
  'image-apng': 'its picture is named as a PNG that does not move',
}

test.runIf(folder)('the page of each feature is seen to use it', () => {
  const slugs = caniemail.data.map(({ slug }) => slug)
  const pages = readdirSync(folder ?? '').filter((name) => name.endsWith('.html'))
  const used = new Map(
    pages.map((name) => {
      const html = readFileSync(join(folder ?? '', name), 'utf8')
      return [name, usedFeatures(inspected({ html }), slugs)]
    }),
  )
  const missing = caniemail.data.filter(({ slug, test_url: url }) => {
    const page = url.split('/').findLast((part) => part !== '') ?? ''
    return !used.get(page)?.has(slug)
  })
  expect(pages.length).toBeGreaterThanOrEqual(150)
  expect(missing.map(({ slug }) => slug).toSorted()).toEqual(Object.keys(others).toSorted())
})
