import { test as base } from './journey.ts'
import { startProduct, type Product } from './product.ts'
import { startRelay, type Relay } from './relay.ts'

/** A product that sends all its mail through a relay. */
type Sending = { relay: Relay; sender: Product }

export const test = base.extend<{ sending: Sending }>({
  // Playwright requires a destructured first argument, even an empty one.
  // oxlint-disable-next-line no-empty-pattern
  sending: async ({}, use) => {
    const relay = await startRelay()
    const started = await startProduct({ MAIL_URL: relay.url, MAIL_FROM: 'mailstop@journey.test' })
    const sender: Product = {
      ...started,
      verificationLink: (email) => relay.linkFor(email, 'verify-email/'),
    }
    await use({ relay, sender })
    await started.dispose()
    await relay.close()
  },
})
