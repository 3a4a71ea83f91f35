import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'contract', root: 'packages/contract', include: ['src/**/*.test.ts'] } },
      {
        test: {
          name: 'server',
          root: 'packages/server',
          include: ['{src,test}/**/*.test.ts'],
          globalSetup: ['test/global-setup.ts'],
        },
      },
      'packages/web',
    ],
  },
})
