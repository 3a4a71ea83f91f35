import { isClone } from '../../product-files.ts'

const npmScript = process.env['npm_lifecycle_event'] ?? ''

/** Whether npm runs this process as `npm start` or `npx mailstop`, and not within a script of its user. */
export const isStartedByNpm = ['start', 'npx'].includes(npmScript)

/**
 * Returns what a user types to call this program with `words`. Every suggested command is written by this: a clone
 * has no program of the name `mailstop`, nor has a folder where `npx` ran.
 */
export function programCall(words = ''): string {
  if (isClone()) return words === '' ? 'npm start' : `npm start -- ${words}`
  return `${npmScript === 'npx' ? 'npx mailstop' : 'mailstop'} ${words}`.trimEnd()
}

/** How a package is called while its server is stopped: its image, its compose files and its Debian package set this. */
const packageCall = (process.env['MAILSTOP_CALL'] ?? '').trim()

/** Returns the same for the folder of a server that is stopped, whose container cannot run a command then. */
export const stoppedCall = (words = ''): string =>
  packageCall === '' ? programCall(words) : `${packageCall} ${words}`.trimEnd()

/** Returns what serves a folder as open mode or with accounts: a package serves by its settings, and not by what is typed. */
export function serveCall(mode: 'open' | 'accounts', folder: string | null): string {
  if (packageCall !== '') return `MAILSTOP_MODE=${mode} in the settings of its service`
  const data = folder === null ? [] : ['--data', shellWord(folder)]
  return programCall([...(mode === 'open' ? ['--open'] : []), ...data].join(' '))
}

/** A word as a shell reads it, for a path with a space. */
export const shellWord = (text: string): string =>
  /^[\w./:@%+=,~-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
