// npm run test:journey -- <name or file>, bench:list and bench:visible: journeys in a real browser that are wanted alone, or that take
// longer than `npm test` has time for. What follows the name goes to Playwright.

import { tools } from './lib/debian-packages.mjs'
import { runJourneys } from './lib/run-journeys.mjs'

/** @type {Record<string, { config?: string, files: string[], env?: Record<string, string> }>} */
const journeys = {
  outage: { files: ['broken-connection.spec'], env: { OUTAGE_SECONDS: '30' } },
  hostile: { files: ['hostile.spec'], env: { HOSTILE_ONE_IN: '1' } },
  large: { config: 'large', files: ['long-list'] },
  list: { config: 'large', files: ['smooth-list'] },
  visible: { files: ['visible.spec'], env: { VISIBLE_MAILS: '200' } },
}

const [name = '', ...others] = process.argv.slice(2)
const { config = 'playwright', files, env = {} } = journeys[name] ?? { files: [name] }
const args = [...files, ...others].filter(Boolean)
process.exitCode = await runJourneys(config, { needs: [tools.fonts], env, args })
