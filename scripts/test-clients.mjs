// npm run test:clients: the mail clients and libraries of many languages against the running product,
// apart from `npm test` because it installs all those languages.

import { tools } from './lib/debian-packages.mjs'
import { runJourneys } from './lib/run-journeys.mjs'

const { python, swaks, curl, msmtp, django, rubyMail, phpMailers, perlMailers } = tools
process.exitCode = await runJourneys('mail-clients', {
  needs: [python, swaks, curl, msmtp, django, rubyMail, phpMailers, perlMailers],
  args: process.argv.slice(2),
})
