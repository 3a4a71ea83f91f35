import { defineConfig } from '@playwright/test'
import base from './journeys.config.ts'

// Their many languages are installed for `npm run test:clients` and `test:examples` alone.
const forOthers = ['mail-clients/**', 'examples/examples.spec.ts']
/** Whoever begins with these is not left waiting for one of them at the end. */
const longest = ['hostile', 'broken-connection', 'accessibility', 'teams-accessibility'].map(
  (name) => `**/${name}.spec.ts`,
)

/** Whole journeys: the product as its users start it, a real browser and real mail clients. */
export default defineConfig({
  ...base,
  projects: [
    { name: 'longest', testMatch: longest },
    { name: 'others', testIgnore: [...forOthers, ...longest] },
  ],
})
