import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // By default one processor is left for the watcher of files, which is half of a small machine.
    maxWorkers: '100%',
    projects: [
      { test: { name: 'contract', root: 'packages/contract', include: ['src/**/*.test.ts'] } },
      {
        test: {
          name: 'server',
          root: 'packages/server',
          include: ['{src,test}/**/*.test.ts'],
          globalSetup: ['test/global-setup.ts'],
          // No test measures time; a busy machine alone must not fail one.
          testTimeout: 30_000,
          hookTimeout: 30_000,
        },
      },
      'packages/web',
    ],
  },
})
