import { oneLine } from './one-line.ts'

/** The beginning of a mail's text for a row of a list, on one line; empty when there is nothing to read. */
export function snippet(text: string): string {
  // Most mail says enough in its first lines. Whole lines are read as they are within the text.
  const linesEnd = text.indexOf('\n', usuallyEnough)
  const few = linesEnd === -1 || linesEnd > charactersRead ? '' : shown(text.slice(0, linesEnd))
  const line = few.length < mostCharacters ? shown(text.slice(0, charactersRead)) : few
  return line.slice(0, mostCharacters).replace(unfinished, '')
}

const shown = (text: string) => withoutPadding(text.replace(quotedLine, ' ').replace(rule, ' '))

/** As mail clients show the beginning of a text, whose senders pad it: without invisible characters, in one line. */
export const withoutPadding = (text: string): string =>
  oneLine(text.replace(padding, ''), text.length)
    .replace(looseJoiner, '')
    .replace(/\s+/g, ' ')
    .trim()

const mostCharacters = 140
const usuallyEnough = 150
/** Beyond long quotations and the padding of newsletters, and still a bounded amount of work. */
const charactersRead = 8_192

const quotedLine = /^[ \t]*>.*$/gm

/**
 * Invisible characters. Newsletters put hundreds of them behind their first sentence, so that lists show that
 * sentence alone.
 */
const padding =
  /\u034f|\u17b4|\u17b5|[\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2060-\u2064\u206a-\u206f\u3164\ufeff\uffa0\ufffc]/g

/** Within a word, joiners make the shapes of Persian letters and of emoji; beside white space, they are padding. */
const looseJoiner = /(?<![^\s\u200c\u200d])[\u200c\u200d]+|[\u200c\u200d]+(?![^\s\u200c\u200d])/g

/** Matches the end of a text that was cut: half of a character, or what joins it to the next. */
const unfinished = /[\ud800-\udbff]?[\s\u200c\u200d]*$/

/** A line drawn with characters. */
const rule = /([-=_*~#+.])\1{3,}/g
