// npm run check:workflows: the workflow files of GitHub, as actionlint reads them.

import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { goTool } from '../lib/go-tools.mjs'
import { root } from '../lib/root.mjs'
import { runOnTerminal } from '../lib/run.mjs'

const actionlint = await goTool('actionlint')
const names = await readdir(join(root, '.github', 'workflows'))
const files = names.map((name) => join('.github', 'workflows', name))
process.exitCode = await runOnTerminal(actionlint, files, { cwd: root })
if (process.exitCode === 0) console.log(`actionlint accepts ${files.join(', ')}`)
