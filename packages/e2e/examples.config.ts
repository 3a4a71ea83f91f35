import { defineConfig } from '@playwright/test'
import base from './journeys.config.ts'

/** Every example of the pages about credentials and the API, with its own compiler and libraries: `npm run test:languages -- examples`. */
export default defineConfig({
  ...base,
  testMatch: '**/{examples,api-examples}.spec.ts',
  // A folder of its own: each run clears its folder, and this run is long enough to overlap with others.
  outputDir: '../../node_modules/.cache/examples/results',
  // The compiler of all examples writes to one folder, which the next example overwrites.
  workers: 1,
})
