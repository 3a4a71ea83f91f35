import { parseArgs } from 'node:util'
import { holds, line } from './finding.ts'
import { pouredBytes } from './floods.ts'
import { idleConnections } from './idle-connections.ts'
import { slowClients } from './slow-clients.ts'

/**
 * npm run test:load [-- name ...]: what the SMTP engine withstands, with engine and clients in
 * processes of their own over loopback. Every number is printed beside its limit; one beyond its
 * limit makes the code 1. About a minute.
 */
const tests = { slow: slowClients, idle: idleConnections, floods: pouredBytes }

const { positionals } = parseArgs({ allowPositionals: true })
let failed = false
for (const [name, run] of Object.entries(tests)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue
  process.stdout.write(`${name}\n`)
  for (const finding of await run()) {
    process.stdout.write(`  ${line(finding)}\n`)
    failed ||= !holds(finding)
  }
}
process.exit(failed ? 1 : 0)
