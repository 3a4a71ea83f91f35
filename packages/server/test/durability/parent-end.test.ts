import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { builtProgram } from './product-child.ts'
import { newFolder } from '../support/new-folder.ts'

/** A process that starts Mailstop, as npm does, and can be killed. */
function startBy(lifecycleEvent: string, dataDir: string) {
  const script = `require('node:child_process').spawn(process.execPath, [${JSON.stringify(builtProgram)}], { stdio: 'inherit' })
    setInterval(() => {}, 1000)`
  const parent = spawn(process.execPath, ['--eval', script], {
    env: {
      HTTP_PORT: '0',
      SMTP_PORTS: '0',
      LOG_LEVEL: 'silent',
      DATA_DIR: dataDir,
      npm_lifecycle_event: lifecycleEvent,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void parent.kill('SIGKILL'))
  return { parent, lines: createInterface(parent.stdout) }
}

test('a server that npm started stops in order when npm is killed', async () => {
  const dataDir = newFolder()
  const { parent, lines } = startBy('start', dataDir)
  const said: string[] = []
  lines.on('line', (line) => {
    said.push(line)
    if (/Data\s/.test(line)) parent.kill('SIGKILL')
  })
  // The output ends when no process holds it any more, the server included.
  await once(lines, 'close')
  expect(said).toContain('npm has ended: finishing what is under way')
  expect(existsSync(join(dataDir, 'mailstop.sqlite-wal'))).toBe(false)
})
