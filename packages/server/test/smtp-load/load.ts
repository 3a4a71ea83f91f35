import { parseArgs } from 'node:util'
import { delayedClients } from './delayed-clients.ts'
import { idleConnections } from './idle-connections.ts'
import { slowClients } from './slow-clients.ts'

/**
 * npm run test:load [-- name ...]: what many connections that do little cost the SMTP engine, which is a process of its own, over
 * loopback. Every number is printed beside its limit; one beyond its limit makes the code 1. Under a minute.
 */
const tests = { slow: slowClients, idle: idleConnections, delayed: delayedClients }

const { positionals } = parseArgs({ allowPositionals: true })
let failed = false
for (const [name, run] of Object.entries(tests)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue
  process.stdout.write(`${name}\n`)
  for (const { what, measured, atMost } of await run()) {
    const holds = measured <= atMost
    process.stdout.write(
      `  ${holds ? 'ok  ' : 'FAIL'}  ${what}: ${measured.toFixed(2)} (at most ${atMost})\n`,
    )
    failed ||= !holds
  }
}
process.exit(failed ? 1 : 0)
