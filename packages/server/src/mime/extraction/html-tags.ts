import { Tokenizer } from 'htmlparser2'

/** What is read of html: the tags and the text between them, in their order. */
export type TagReader = {
  /** `attributes` holds only the ones that `wanted` names for this tag, which begins at `start`. */
  open: (name: string, attributes: ReadonlyMap<string, string>, start: number) => void
  close: (name: string) => void
  text: (text: string) => void
}

type Options = {
  /** Names of tags and their attributes, in lower case. */
  wanted: Readonly<Record<string, readonly string[]>>
  /** A longer value is cut to this many characters. */
  longestValue: number
}

/**
 * Reads html as browsers divide it into tags and text, character references decoded. Nothing is
 * nested, so the time is linear in the length of any html.
 */
export function readTags(html: string, reader: TagReader, { wanted, longestValue }: Options): void {
  let name = ''
  let tagStart = 0
  let attribute: string | null = null
  let value = ''
  let attributes = new Map<string, string>()

  function addToValue(text: string): void {
    if (attribute !== null && value.length < longestValue) value += text
  }
  function openTag(): void {
    reader.open(name, attributes, tagStart)
  }
  const tokenizer = new Tokenizer(
    {},
    {
      onopentagname(start, end) {
        name = lowerName(html, start, end)
        tagStart = start - 1
        attributes = new Map()
      },
      onattribname(start, end) {
        const written = lowerName(html, start, end)
        // The first of two attributes with one name counts.
        const counts = Object.hasOwn(wanted, name) && wanted[name]?.includes(written)
        attribute = counts && !attributes.has(written) ? written : null
        value = ''
      },
      onattribdata(start, end) {
        addToValue(html.slice(start, Math.min(end, start + longestValue)))
      },
      onattribentity(code) {
        addToValue(String.fromCodePoint(code))
      },
      onattribend() {
        if (attribute !== null) attributes.set(attribute, value.slice(0, longestValue))
        attribute = null
      },
      onopentagend: openTag,
      onselfclosingtag: openTag,
      onclosetag(start, end) {
        reader.close(lowerName(html, start, end))
      },
      ontext(start, end) {
        reader.text(html.slice(start, end))
      },
      ontextentity(code) {
        reader.text(String.fromCodePoint(code))
      },
      oncdata() {},
      oncomment() {},
      ondeclaration() {},
      onprocessinginstruction() {},
      onend() {},
    },
  )
  tokenizer.write(html)
  tokenizer.end()
}

/** No name in use is longer. */
const longestName = 60

const lowerName = (html: string, start: number, end: number) =>
  html.slice(start, Math.min(end, start + longestName)).toLowerCase()
