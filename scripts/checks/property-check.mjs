// Finds what no static check can: a property that the code lost, and the test that notices it.

import { join } from 'node:path'
import { node24 } from '../lib/node-24.mjs'
import { run } from '../lib/run.mjs'

/** @typedef {import('./checks.mjs').Check} Check */

/** The file of the test, by the name of the property. */
const properties = { 'a wait misses no mail': 'wait/no-miss' }
/** Enough for each run to meet a planted breach. */
const runs = '50'

/** @type {Check} */
export const propertyCheck = {
  name: 'properties',
  async find(root) {
    const findings = Object.entries(properties).map(async ([rule, file]) => {
      const args = ['run', '--project', 'nightly', file, '--retry', '0', '--maxWorkers', '1']
      const { code, output } = await run(
        node24(),
        [join(root, 'node_modules/vitest/vitest.mjs'), ...args],
        { cwd: root, env: { ...process.env, FUZZ_RUNS: runs } },
      )
      if (code === 0) return []
      const isBroken = !output.includes('Property failed')
      return [{ rule: isBroken ? 'broken' : rule, file, message: output.trim() }]
    })
    return (await Promise.all(findings)).flat()
  },
}
