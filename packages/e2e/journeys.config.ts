import { defineConfig } from '@playwright/test'

/** The configuration that all runs of journeys share. Each run selects its journeys in its own file. */
export default defineConfig({
  testDir: 'src',
  outputDir: '../../test-results',
  fullyParallel: true,
  workers: 2,
  // A busy machine can stall for a moment. The report names the journeys that needed a second attempt.
  retries: 1,
  forbidOnly: true,
  timeout: 120_000,
  expect: {
    timeout: 20_000,
    // Another machine may draw the edges of letters a little differently.
    toHaveScreenshot: {
      maxDiffPixelRatio: 0.002,
      pathTemplate: '{testDir}/{testFileDir}/pictures/{arg}{ext}',
    },
  },
  reporter: [['list'], ['json']],
  use: {
    browserName: 'chromium',
    viewport: { width: 1440, height: 900 },
    // To trace every attempt costs a third of the processor time of a journey.
    trace: 'on-first-retry',
    launchOptions: {
      executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
      args: [
        '--headless',
        '--no-sandbox',
        '--disable-gpu',
        '--font-render-hinting=none',
        '--disable-lcd-text',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
