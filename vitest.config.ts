import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'

/**
 * A machine that stalls for a moment is no fault, so a failed test is tried once more, and `npm test`
 * names whatever needed that. A property that has found a counterexample is not: the next seed may
 * miss it.
 */
const retry = { count: 1, condition: /^(?!Property failed)/ }

/**
 * More than there are processors: most tests wait for a disk, a database or a timer now and then.
 * Each project needs it: without it, a project runs one file after another on two processors.
 */
const maxWorkers = Math.ceil(availableParallelism() * 1.5)

/** Files share a worker and its modules: to load them for each file took longer than its tests. */
const shared = { maxWorkers, isolate: false }

const all = '{src,test}/**/*.test.ts'
/** Tests that take too long for every change, or that measure. */
const long = '{src,test}/**/*.nightly.test.ts'

const server = {
  root: 'packages/server',
  globalSetup: ['test/global-setup.ts'],
  // No test measures time; a busy machine alone must not fail one.
  testTimeout: 30_000,
  hookTimeout: 30_000,
  retry,
  ...shared,
}

const client = {
  root: 'packages/client',
  // Its tests talk to the server.
  globalSetup: ['../server/test/global-setup.ts', 'test/global-setup.ts'],
  testTimeout: 60_000,
  hookTimeout: 60_000,
  retry,
  ...shared,
}

/** Each of its two browser tabs has modules of its own, so they must not stay for other files. */
const twoTabs = 'src/features/teams/two-tabs.test.tsx'

const allOfWeb = ['*.test.ts', 'src/**/*.test.{ts,tsx}']

export default defineConfig({
  test: {
    // A line must say what differed, also of a test that passed on its second try.
    chaiConfig: { truncateThreshold: 400 },
    projects: [
      {
        test: {
          name: 'contract',
          root: 'packages/contract',
          include: ['src/**/*.test.ts'],
          ...shared,
        },
      },
      {
        test: {
          ...server,
          name: 'server',
          include: [all],
          exclude: [...configDefaults.exclude, long],
        },
      },
      // All of the server's tests, with larger figures and on both databases: see `packages/server/test/nightly.ts`.
      { test: { ...server, name: 'nightly', include: [all], env: { NIGHTLY: '1' } } },
      {
        test: {
          ...client,
          name: 'client',
          include: [all],
          exclude: [...configDefaults.exclude, long],
        },
      },
      { test: { ...client, name: 'nightly-client', include: [long] } },
      {
        extends: 'packages/web/vite.config.ts',
        root: 'packages/web',
        test: {
          ...shared,
          name: 'web',
          retry,
          include: allOfWeb,
          exclude: [...configDefaults.exclude, twoTabs, 'src/**/*.nightly.test.ts'],
        },
      },
      // All of the web app's tests, with every row of their tables.
      {
        extends: 'packages/web/vite.config.ts',
        root: 'packages/web',
        test: {
          ...shared,
          name: 'nightly-web',
          retry,
          include: allOfWeb,
          exclude: [...configDefaults.exclude, twoTabs],
          env: { NIGHTLY: '1' },
        },
      },
      {
        extends: 'packages/web/vite.config.ts',
        root: 'packages/web',
        test: { name: 'web-tabs', include: [twoTabs], retry, maxWorkers },
      },
    ],
  },
})
