import { defineConfig } from '@playwright/test'
import base from './journeys.config.ts'

/** Every example of the credentials page with its own compiler and libraries: `npm run test:examples`. */
export default defineConfig({
  ...base,
  testMatch: '**/examples.spec.ts',
  // Of its own: a run clears its folder, and this one takes long enough to meet others.
  outputDir: '../../node_modules/.cache/examples/results',
  // What a compiler has built for all of them lies in one folder, and is overwritten by the next.
  workers: 1,
})
