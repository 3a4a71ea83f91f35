import { defineConfig } from '@playwright/test'
import base from './journeys.config.ts'

// Only `npm run test:languages` installs the languages that these need.
const forOthers = [
  'mail-clients/**',
  'defaults/defaults.spec.ts',
  'examples/{examples,api-examples}.spec.ts',
]
/** These run first, so that the run does not end with one worker waiting for a long one. */
const longest = ['hostile', 'broken-connection', 'accessibility', 'teams-accessibility'].map(
  (name) => `**/${name}.spec.ts`,
)

/** Journeys through the whole product, as users start it, with a real browser and real mail clients. */
export default defineConfig({
  ...base,
  projects: [
    { name: 'longest', testMatch: longest },
    { name: 'others', testIgnore: [...forOthers, ...longest] },
  ],
})
