// npm run test:languages -- mail-clients, defaults or examples: mail libraries of many languages, what they send by their
// defaults, and the code that the credentials page shows. All run against the running product, apart from
// `npm test` because they install all those languages.

import { tools } from './lib/debian-packages.mjs'
import { downloadExamplePackages } from './lib/example-packages.mjs'
import { runJourneys } from './lib/run-journeys.mjs'

const { python, swaks, curl, msmtp, django, rubyMail, phpMailers, perlMailers } = tools
const { openssl, phpFrameworks, rails, mono, elixir, go, rust, java } = tools
const clients = [python, swaks, curl, msmtp, django, rubyMail, phpMailers, perlMailers]
const shown = [
  python,
  swaks,
  curl,
  openssl,
  msmtp,
  phpFrameworks,
  rails,
  mono,
  elixir,
  go,
  rust,
  java,
]

/** @type {Record<string, Omit<Parameters<typeof runJourneys>[1], 'args'>>} */
const suites = {
  'mail-clients': { needs: clients },
  defaults: {
    needs: [...clients, rails, mono, go, rust, java],
    download: downloadExamplePackages,
  },
  examples: { needs: shown, download: downloadExamplePackages },
}

const [suite = '', ...args] = process.argv.slice(2)
const chosen = suites[suite]
if (!chosen) throw new Error(`There is no suite ${suite}, but ${Object.keys(suites).join(', ')}`)
process.exitCode = await runJourneys(suite, { ...chosen, args })
