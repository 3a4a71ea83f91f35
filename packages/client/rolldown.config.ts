import { defineConfig, type OutputOptions } from 'rolldown'
import { declarations } from './build/declarations.ts'

const input = {
  index: 'src/index.ts',
  'server/server': 'src/server/server.ts',
  'server/global-setup': 'src/server/global-setup.ts',
  'server/global-teardown': 'src/server/global-teardown.ts',
  'runners/playwright': 'src/runners/playwright.ts',
  'runners/vitest': 'src/runners/vitest.ts',
  'runners/jest': 'src/runners/jest.ts',
  'runners/cypress': 'src/runners/cypress.ts',
  'runners/cypress-tasks': 'src/runners/cypress-tasks.ts',
}

const external = ['@playwright/test', 'vitest', /^node:/]

/** What the entries share is in files of its own, so that an error of one is an instance of the other's class. */
const named = (extension: string): OutputOptions => ({
  dir: 'dist',
  entryFileNames: `[name].${extension}`,
  chunkFileNames: `shared/[name].${extension}`,
  // Names and lines stay, so that the stack of an error can be read: Node prints the whole line of an uncaught error.
  minify: { compress: true, mangle: false, codegen: false },
})

/** The client as JavaScript in `dist`, for `import`, for `require` and as a program. */
export default defineConfig([
  {
    input,
    external,
    output: { ...named('js'), format: 'esm', cleanDir: true },
  },
  {
    input,
    external,
    output: { ...named('cjs'), format: 'cjs' },
  },
  {
    input: { cli: 'src/cli/main.ts' },
    platform: 'node',
    output: { ...named('js'), format: 'esm' },
    plugins: [declarations()],
  },
])
