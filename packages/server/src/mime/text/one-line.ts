/** Control characters, line breaks, and the marks that reorder text beyond their own (UAX #9). */
// Control characters are what it is for.
const unfit = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/g

/** Text fit for one line of a screen, a JSON string and either database; at most `most` characters. */
export function oneLine(text: string, most: number): string {
  const start = text.length > most * 4 ? text.slice(0, most * 4) : text
  const clean = start.replace(unfit, ' ').trim().toWellFormed()
  return clean.length > most ? clean.slice(0, most).toWellFormed() : clean
}

/** Text of several lines, without the characters that JSON or a database may refuse. */
export function plainText(text: string): string {
  return text.replaceAll('\u0000', '\ufffd').toWellFormed()
}
