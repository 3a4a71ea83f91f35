import { existsSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Product } from '../../features/version/version-routes.ts'

/**
 * Version and commit of what runs from `folder`. A package names its commit in `package.json`; a clone has
 * it in git's own files, which are read because a machine may have no git.
 */
export function readProduct(version: string, folder: string | null): Product {
  return {
    version,
    commit: folder === null ? null : (commitOfPackage(folder) ?? commitOfClone(folder)),
  }
}

function commitOfPackage(folder: string): string | null {
  const { commit = null } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    commit?: string
  }
  return commit
}

function commitOfClone(root: string): string | null {
  try {
    const own = gitFolder(root)
    const head = readFileSync(join(own, 'HEAD'), 'utf8').trim()
    const branch = /^ref: (refs\/[^\s]+)$/.exec(head)?.[1]
    const commit = branch === undefined ? head : commitOfBranch(sharedFolder(own), branch)
    return commit !== null && /^[0-9a-f]{40}$/.test(commit) ? commit : null
  } catch {
    return null
  }
}

/** A worktree has a file in place of the folder. */
function gitFolder(root: string): string {
  const path = join(root, '.git')
  if (statSync(path).isDirectory()) return path
  return resolve(
    root,
    readFileSync(path, 'utf8')
      .replace(/^gitdir: /, '')
      .trim(),
  )
}

/** Where the branches of all worktrees are. */
function sharedFolder(own: string): string {
  const file = join(own, 'commondir')
  return existsSync(file) ? resolve(own, readFileSync(file, 'utf8').trim()) : own
}

function commitOfBranch(folder: string, branch: string): string | null {
  const file = join(folder, branch)
  if (existsSync(file)) return readFileSync(file, 'utf8').trim()
  const packed = readFileSync(join(folder, 'packed-refs'), 'utf8').split('\n')
  return packed.find((line) => line.endsWith(` ${branch}`))?.split(' ')[0] ?? null
}
