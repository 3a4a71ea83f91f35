import { delimiter, join, resolve } from 'node:path'

/** The checkout, independent of the working directory of the command. */
export const root = resolve(import.meta.dirname, '../..')

const ownBin = join(root, 'node_modules', '.bin')

/**
 * The environment without this checkout's own commands: npm runs on the machine's Node, because it
 * is about to replace the one in node_modules.
 */
export function machineEnvironment() {
  const path = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => resolve(folder) !== ownBin)
    .join(delimiter)
  return { ...process.env, PATH: path }
}

/** The environment with this checkout's commands first, its Node 24 among them. */
export function projectEnvironment() {
  const { PATH, ...others } = machineEnvironment()
  return { ...others, PATH: `${ownBin}${delimiter}${PATH}` }
}
