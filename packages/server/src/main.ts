import * as modules from 'node:module'
import { noteParent } from './commands/serve/parent-process.ts'
import { compiledFolder } from './product-files.ts'

/**
 * The process: `main [command] [options]`. Without a command it serves.
 *
 * Much of a start is compiling, so what was compiled is kept, for the threads too. All that is
 * much is imported below, once this is on; where the folder cannot be written nothing is kept.
 */
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
// The first that hashes passwords by Argon2.
if (major < 24 || (major === 24 && minor < 7)) {
  process.stderr.write(`Mailstop needs Node 24.7 or newer, and this is ${process.version}.\n`)
  process.exit(1)
}
noteParent()
// All mail, and hashes of all secrets, lie in the files that this process makes.
process.umask(0o077)
process.env['NODE_COMPILE_CACHE'] ??= compiledFolder
modules.enableCompileCache()

const { runCommand } = await import('./commands/commands.ts')
await runCommand(process.argv.slice(2))
