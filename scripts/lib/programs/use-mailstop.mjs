import { join } from 'node:path'
import { root } from '../root.mjs'
import { run } from '../run.mjs'

/** Uses a product that runs, as its users do; its commands are in the file. */
export const userProgram = join(root, 'packages', 'e2e', 'src', 'packaged', 'use-mailstop.ts')

/** @param {string} node a Node 24 @param {string[]} words */
export function useMailstop(node, ...words) {
  return run(node, [userProgram, ...words], { cwd: root })
}
