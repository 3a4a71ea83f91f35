// npm run test:journey, test:hostile, test:outage, test:large, bench:list and bench:visible: journeys in a real
// browser that are wanted alone, or that take longer than `npm test` has time for. What follows the name goes to Playwright.

import { tools } from './lib/debian-packages.mjs'
import { runJourneys } from './lib/run-journeys.mjs'

/** @type {Record<string, { config: string, files: string[], env: Record<string, string> }>} */
const journeys = {
  journey: { config: 'playwright', files: [], env: {} },
  outage: {
    config: 'playwright',
    files: ['broken-connection.spec'],
    env: { OUTAGE_SECONDS: '30' },
  },
  hostile: {
    config: 'playwright',
    files: ['hostile.spec', '--project=nightly'],
    env: { HOSTILE_ONE_IN: '1' },
  },
  large: { config: 'large', files: ['long-list'], env: {} },
  list: { config: 'large', files: ['smooth-list'], env: {} },
  visible: { config: 'playwright', files: ['visible.spec'], env: { VISIBLE_MAILS: '200' } },
}

const [name = '', ...others] = process.argv.slice(2)
const journey = journeys[name]
if (!journey) {
  console.error(`Name one of ${Object.keys(journeys).join(', ')}.`)
  process.exit(2)
}
const { config, files, env } = journey
const args = [...files, ...others]
process.exitCode = await runJourneys(config, { needs: [tools.fonts], env, args })
