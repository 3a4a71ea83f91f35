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

/** A word as a shell reads it, for a path with a space. */
export const shellWord = (text: string): string =>
  /^[\w./:@%+=,~-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
