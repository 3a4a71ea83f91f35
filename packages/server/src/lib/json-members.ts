const quote = 0x22
const backslash = 0x5c
const comma = 0x2c

/**
 * Whether objects and arrays of a text of JSON have more commas between their members than this. It is asked
 * before the text is parsed: a million small members take seconds and gigabytes until each wrong one is named.
 */
export function hasMoreCommas(json: Buffer, most: number): boolean {
  let commas = 0
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at]
    if (byte === comma) commas += 1
    if (commas > most) return true
    if (byte === quote) at = endOfString(json, at + 1)
  }
  return false
}

/** Where the quote is that ends a string. */
function endOfString(json: Buffer, start: number): number {
  for (let at = start; ; at += 1) {
    at = json.indexOf(quote, at)
    if (at === -1) return json.length
    let escapes = 0
    while (at - escapes > start && json[at - escapes - 1] === backslash) escapes += 1
    if (escapes % 2 === 0) return at
  }
}
