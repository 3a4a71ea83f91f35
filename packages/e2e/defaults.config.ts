import { defineConfig } from '@playwright/test'
import base from './journeys.config.ts'

/** Checks what the mail libraries of many languages send by their defaults, in every mode: `npm run test:languages -- defaults`. */
export default defineConfig({
  ...base,
  testMatch: '**/defaults.spec.ts',
  // A folder of its own, as for the examples. One worker: each starts the product three times.
  outputDir: '../../node_modules/.cache/defaults/results',
  workers: 1,
})
