// npm run test:examples: the code that the credentials page shows, run with the real languages and
// libraries against the running product, apart from `npm test` because it installs all of them.

import { tools } from './lib/debian-packages.mjs'
import { downloadExamplePackages } from './lib/example-packages.mjs'
import { runJourneys } from './lib/run-journeys.mjs'

const { phpFrameworks, rails, mono, elixir, go, rust, java } = tools
const languages = [phpFrameworks, rails, mono, elixir, go, rust, java]
process.exitCode = await runJourneys('examples', {
  needs: [tools.python, tools.swaks, tools.curl, tools.openssl, tools.msmtp, ...languages],
  download: downloadExamplePackages,
  args: process.argv.slice(2),
})
