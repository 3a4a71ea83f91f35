/** Character references of html (Latin-1, typography, numeric), decoded; unknown ones stay. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(
    /&(?:#(\d{1,7}|[xX][0-9a-fA-F]{1,6})|([A-Za-z]{2,8}\d?));?/g,
    (whole, number, name) =>
      number === undefined ? (named.get(name) ?? whole) : fromNumber(number),
  )
}

function fromNumber(number: string): string {
  const hex = number[0] === 'x' || number[0] === 'X'
  const code = hex ? Number.parseInt(number.slice(1), 16) : Number.parseInt(number, 10)
  const valid = code > 0 && code <= 0x10_ff_ff && !(code >= 0xd800 && code <= 0xdfff)
  return valid ? String.fromCodePoint(code) : '\ufffd'
}

/** U+00A0 to U+00FF in order. */
const latin1 =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest ' +
  'Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig ' +
  'agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml'

/** Each name with its character. */
const others =
  'amp & lt < gt > quot " apos \' ndash – mdash — lsquo ‘ rsquo ’ sbquo ‚ ldquo “ rdquo ” bdquo „ bull • hellip … euro € trade ™ ' +
  'larr ← rarr → lsaquo ‹ rsaquo › zwj \u200d zwnj \u200c ensp \u2002 emsp \u2003 thinsp \u2009 scaron š Scaron Š oelig œ OElig Œ'

const named = new Map<string, string>(
  latin1.split(' ').map((name, index) => [name, String.fromCharCode(0xa0 + index)]),
)
for (const [, name = '', text = ''] of others.matchAll(/(\w+) ([^ ])/g)) named.set(name, text)
