import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { readProduct } from './product.ts'
import { newFolder } from '../../../test/support/new-folder.ts'

const commit = '0123456789abcdef0123456789abcdef01234567'

function folderWith(files: Record<string, string>): string {
  const folder = newFolder()
  for (const [name, text] of Object.entries({ 'package.json': '{"version":"1.2.3"}', ...files })) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return folder
}

test.each<[string, Record<string, string>, string | null]>([
  [
    'a package that names it',
    { 'package.json': `{"version":"1.2.3","commit":"${commit}"}` },
    commit,
  ],
  ['a package that does not', {}, null],
  [
    'a clone on a branch',
    { '.git/HEAD': 'ref: refs/heads/main\n', '.git/refs/heads/main': `${commit}\n` },
    commit,
  ],
  [
    'a clone whose branches are packed',
    {
      '.git/HEAD': 'ref: refs/heads/main\n',
      '.git/packed-refs': `# pack-refs\n${'f'.repeat(40)} refs/heads/not/main\n${commit} refs/heads/main\n`,
    },
    commit,
  ],
  ['a clone on no branch', { '.git/HEAD': `${commit}\n` }, commit],
  [
    'a worktree',
    {
      '.git': 'gitdir: shared/worktrees/own\n',
      'shared/worktrees/own/HEAD': 'ref: refs/heads/side\n',
      'shared/worktrees/own/commondir': '../..\n',
      'shared/refs/heads/side': `${commit}\n`,
    },
    commit,
  ],
  ['a clone without commits', { '.git/HEAD': 'ref: refs/heads/main\n' }, null],
  ['a damaged clone', { '.git/HEAD': 'nonsense' }, null],
])('the commit of %s is known where it can be', (_, files, known) => {
  expect(readProduct('1.2.3', folderWith(files))).toEqual({ version: '1.2.3', commit: known })
})
