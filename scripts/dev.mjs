// npm run dev: the server restarts and the browser reloads as files change. Ctrl-C ends both, and
// when one ends by itself the other follows.

import { join } from 'node:path'
import { installPackages } from './lib/install-packages.mjs'
import { node24 } from './lib/node-24.mjs'
import { root } from './lib/root.mjs'
import { onStopSignal, startNode } from './lib/programs/supervise.mjs'

const webPort = 5173

await installPackages()
const node = node24()
const env = {
  MAILSTOP_DEV_API: `http://localhost:${process.env.HTTP_PORT ?? 8025}`,
  ...process.env,
}

const children = [
  start('server', root, [
    '--watch',
    '--watch-preserve-output',
    join(root, 'packages/server/src/main.ts'),
    ...process.argv.slice(2),
  ]),
  start('web', join(root, 'packages/web'), [
    join(root, 'node_modules/vite/bin/vite.js'),
    '--port',
    String(webPort),
    '--strictPort',
  ]),
]
onStopSignal(stopAll)
const code = await Promise.race(children.map((child) => child.ended))
stopAll('SIGTERM')
await Promise.all(children.map((child) => child.ended))
process.exit(code)

/** @param {string} name @param {string} cwd @param {string[]} args */
function start(name, cwd, args) {
  return startNode(node, args, {
    cwd,
    env,
    onLine: (line) => console.log(`${name.padEnd(6)} | ${line}`),
  })
}

/** @param {NodeJS.Signals} signal */
function stopAll(signal) {
  for (const child of children) child.stop(signal)
}
