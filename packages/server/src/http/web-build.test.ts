import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createWebBuild } from './web-build.ts'
import { newFolder } from '../../test/support/new-folder.ts'

test('a build is named by its page, also after it was built again', () => {
  const webRoot = newFolder()
  const build = createWebBuild(webRoot)
  expect(build()).toBeNull()
  writeFileSync(join(webRoot, 'index.html'), '<meta name="build" content="first" />')
  expect(build()).toBe('first')
  writeFileSync(join(webRoot, 'index.html'), '<meta name="build" content="the-next" />')
  expect(build()).toBe('the-next')
  writeFileSync(join(webRoot, 'index.html'), '<title>Mailstop</title>')
  expect(build()).toBeNull()
  expect(createWebBuild(null)()).toBeNull()
})
