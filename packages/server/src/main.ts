import { enableCompileCache } from 'node:module'
import { resolve } from 'node:path'

/**
 * The process: `main.ts [command] [options]`. Without a command it serves.
 *
 * A third of a start is compiling, so what was compiled is kept, for the threads too. All that is
 * much is imported below, once this is on; where the folder cannot be written nothing is kept.
 */
const compiled = resolve(import.meta.dirname, '../../../node_modules/.cache/mailstop/compiled')
// All mail, and hashes of all secrets, lie in the files that this process makes.
process.umask(0o077)
process.env['NODE_COMPILE_CACHE'] ??= compiled
enableCompileCache()

const { runCommand } = await import('./commands/commands.ts')
await runCommand(process.argv.slice(2))
