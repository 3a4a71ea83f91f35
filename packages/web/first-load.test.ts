import { expect, test } from 'vitest'
import { loadedFirst } from './first-load.ts'

const chunk = (fileName: string, facadeModuleId: string | null, imports: string[] = []) => ({
  fileName,
  facadeModuleId,
  imports,
})

const visit = {
  chunks: [
    chunk('start.js', null, ['react.js']),
    chunk('inbox.js', '/web/src/inbox.tsx', ['start.js', 'list.js']),
    chunk('list.js', null, ['react.js', 'inbox.js']),
    chunk('react.js', null),
    chunk('dialog.js', '/web/src/dialog.tsx', ['start.js', 'forms.js']),
    chunk('forms.js', null),
  ],
  page: '<script src="/build/theme.js"></script><script type="module" src="/build/start.js"></script>',
  base: '/build/',
}

test('what a screen loads is what the page names, its own code and all that these import', () => {
  const files = loadedFirst({ ...visit, screenModules: ['/src/inbox.tsx'] })
  expect(files.toSorted()).toEqual(['inbox.js', 'list.js', 'react.js', 'start.js', 'theme.js'])
})

test.each([
  ['a screen that the build does not know', { screenModules: ['/src/gone.tsx'] }],
  ['a page that names no script', { screenModules: [], page: '<div id="root"></div>' }],
])('%s is a mistake, not a small load', (_, part) => {
  expect(() => loadedFirst({ ...visit, ...part })).toThrow(/gone|no script/)
})
