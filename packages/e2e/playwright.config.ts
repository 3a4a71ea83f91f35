import { defineConfig } from '@playwright/test'
import base from './journeys.config.ts'

// Only `npm run test:languages` installs the languages that these need.
const forOthers = [
  'mail-clients/**',
  'defaults/defaults.spec.ts',
  'examples/{examples,api-examples}.spec.ts',
]
/**
 * Journeys through the whole product, as users start it, with a real browser and real mail clients. Journeys with the
 * tag @everyday are part of `npm test`; `npm run test:nightly` runs the others.
 */
export default defineConfig({
  ...base,
  testIgnore: forOthers,
  projects: [
    { name: 'everyday', grep: /@everyday/ },
    { name: 'nightly', grepInvert: /@everyday(?! @nightly)/ },
  ],
})
