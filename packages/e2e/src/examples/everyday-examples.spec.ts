import { expect } from '@playwright/test'
import { test } from '../journey.ts'
import { everydayRuns } from './example-runs.ts'
import { runExample } from './run-example.ts'
import { countSent } from './sent-mails.ts'
import { copyExample, openExamples } from './shown-examples.ts'

test(
  'the code that the page shows sends a mail, by each kind of port',
  { tag: '@everyday' },
  async ({ inbox: page, product }) => {
    for (const [sent, port] of [
      [1, `${product.smtpPort}`],
      [2, `${product.starttlsPort} STARTTLS`],
      [3, `${product.smtpsPort} TLS`],
    ] as const) {
      await openExamples(page, port)
      for (const run of everydayRuns) {
        await runExample(run, await copyExample(page, run.name))
        expect(await countSent(page.context(), run.subject), `${run.name}, ${port}`).toBe(sent)
      }
    }
  },
)
