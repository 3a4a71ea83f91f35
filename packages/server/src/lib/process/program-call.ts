import { isClone } from '../../product-files.ts'

/** The script of npm by which this process was started; empty without one. */
const npmScript = process.env['npm_lifecycle_event'] ?? ''

/** Whether npm runs this process as `npm start` or `npx mailstop`, and not within a script of its user. */
export const isStartedByNpm = ['start', 'npx'].includes(npmScript)

/**
 * Returns what its user types to call this program with some words. Every command that is suggested is
 * written by this: a clone has no program of the name `mailstop`, nor has a folder in which `npx` ran.
 */
export function programCall(words = ''): string {
  if (isClone()) return words === '' ? 'npm start' : `npm start -- ${words}`
  return `${npmScript === 'npx' ? 'npx mailstop' : 'mailstop'} ${words}`.trimEnd()
}

/** A word as a shell reads it, for a path with a space. */
export const shellWord = (text: string): string =>
  /^[\w./:@%+=,~-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
