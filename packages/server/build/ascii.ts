import type { Plugin } from 'rolldown'

/**
 * Escapes every other character: V8 keeps the source of a file that has one outside of Latin-1 in two
 * bytes a character. Code is minified before, so that such characters are in strings, templates and
 * regular expressions alone, where an escape is the same.
 */
export function ascii(): Plugin {
  return {
    name: 'ascii',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk') continue
        if (escapedAlready.test(file.code)) throw new Error(`${file.fileName} escapes a character`)
        file.code = file.code.replaceAll(/[^\0-\x7f]/g, escaped)
      }
    },
  }
}

/** A backslash before such a character would escape the one that is put in its place. */
const escapedAlready = /(?<!\\)(?:\\\\)*\\[^\0-\x7f]/

const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
