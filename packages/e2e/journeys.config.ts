import { defineConfig } from '@playwright/test'

/** What every run of journeys has in common; which of them it runs is for its own file to say. */
export default defineConfig({
  testDir: 'src',
  outputDir: '../../test-results',
  fullyParallel: true,
  workers: 2,
  // A machine that stalls for a moment is no fault; the list names what needed its second try.
  retries: 1,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['json']],
  use: {
    browserName: 'chromium',
    viewport: { width: 1440, height: 900 },
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
      args: [
        '--headless',
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
