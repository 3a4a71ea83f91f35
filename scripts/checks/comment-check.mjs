// A comment is a sentence: what begins with a preposition and has no verb leaves its reader to guess
// what it is said about ("Of the team that is held").

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** @typedef {import('./checks.mjs').Finding} Finding */

const preposition =
  /^(across|after|against|among|at(?! (least|most))|before|behind|beneath|beside|between|beyond|by|during|for|from|in|into|on|onto|over|per|since|through|to|towards?|under|until|with|within|without)\b/i
/** What begins with these has to be read twice, also where a verb follows. */
const twisted = /^(of|those|(that|what) of|that (which|who)|who(m|so)?ever|wherever)\b/i
/** Clauses whose verb is not the sentence's, and infinitives. */
const clauses = [
  /(?<!^)\b(at|by|for|from|in|of|on|to|with|without) (how|what|where|which|whom|whose)\b[^,]*,?/gi,
  /(?<!^|\b(after|before|besides|but|by|for|from|in|like|of|on|with|without) )\b(although|as|because|how|if|so|than|that|unless|until|when|where|whether|which|while|whoever|who|whom|whose|(?<!, )what)\b[^,]*,?/gi,
  /\bto [a-z]+/gi,
]
/** "The list waits": the library takes such a verb for a noun. */
const verbAfterNoun = /\b(an?|each|every|no|the|this) [a-z-]+ (?!as|its|this)[a-z]+[^\Ws]s\b/i
const comment = /^[ \t]*\{?\/\*\*?([^]*?)\*\/|^(?:[ \t]*\/\/.*\n?)+/gm

/** @param {string} root @param {string[]} files @returns {Promise<Finding[]>} */
export async function findDanglingComments(root, files) {
  // The package is not imported by its name, since this file is loaded before packages are installed.
  const library = pathToFileURL(join(root, 'node_modules/compromise/src/three.js')).href
  /** @type {{ default: typeof import('compromise').default }} */
  const { default: nlp } = await import(library)
  const hasVerb = (/** @type {string} */ sentence) => {
    const main = clauses.reduce((text, clause) => text.replace(clause, ' '), sentence)
    const verbs = '(#Copula|#Modal|#PresentTense|#PastTense|#Infinitive|#Auxiliary|#Imperative)'
    return verbAfterNoun.test(main) || nlp(main).match(verbs).not('#Gerund').found
  }
  const found = await Promise.all(
    files.map(async (file) => {
      const source = await readFile(join(root, file), 'utf8')
      return [...source.matchAll(comment)].flatMap(({ 0: text, index }) => {
        const sentence = firstSentence(text)
        const isDangling =
          twisted.test(sentence) || (preposition.test(sentence) && !hasVerb(sentence))
        const line = source.slice(0, index).split('\n').length
        const message = `the comment has no verb, or must be read twice: ${sentence}`
        return isDangling ? [{ rule: 'dangling-comment', file, line, message }] : []
      })
    }),
  )
  return found.flat()
}

/** @param {string} comment @returns {string} up to the first full stop, colon or tag, without code */
function firstSentence(comment) {
  return comment
    .replace(/^[ \t]*(\{?\/?\*+\/?|\/\/)|\*\/$/gm, '')
    .replace(/`[^`]*`/g, 'Bob')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/(?<=^.+)([.:;] | @\w).*$|[.]$/, '')
}
