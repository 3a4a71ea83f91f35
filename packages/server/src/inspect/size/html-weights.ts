import type { FactsOf } from '@mailstop/contract'
import { type Token, Tokenizer, TokenizerMode } from 'parse5'

type Weights = FactsOf<'size'>['parts']

/**
 * Says what takes the room in html: bytes in UTF-8, each counted once. Tags and the text between them are read in one
 * pass without a tree, so that html of any size can be weighed.
 */
export function weighHtml(html: string): Weights {
  const weights = {
    text: 0,
    inline_style: 0,
    style_blocks: 0,
    comments: 0,
    data_uris: 0,
    white_space: 0,
  }
  let isStyle = false
  const add = (kind: keyof typeof weights, place: Token.Location | null | undefined) => {
    if (place) weights[kind] += Buffer.byteLength(html.slice(place.startOffset, place.endOffset))
  }
  const addText = ({ chars, location }: Token.CharacterToken) => {
    const isSpace = chars.length > 1 && chars.trim() === ''
    add(isStyle ? 'style_blocks' : isSpace ? 'white_space' : 'text', location)
  }
  const tokenizer = new Tokenizer(
    { sourceCodeLocationInfo: true },
    {
      onStartTag({ tagName, attrs, location }) {
        isStyle = tagName === 'style'
        const mode = modes.get(tagName)
        if (mode !== undefined) tokenizer.state = mode
        for (const { name, value } of attrs) {
          if (name === 'style') add('inline_style', location?.attrs?.[name])
          else if (isData.test(value)) add('data_uris', location?.attrs?.[name])
        }
      },
      onEndTag() {
        isStyle = false
      },
      onComment: ({ location }) => add('comments', location),
      onDoctype() {},
      onCharacter: addText,
      onWhitespaceCharacter: addText,
      onNullCharacter: addText,
      onEof() {},
    },
  )
  tokenizer.write(html, true)
  const others = Object.values(weights).reduce((sum, bytes) => sum + bytes, 0)
  return { ...weights, markup: Buffer.byteLength(html) - others }
}

const isData = /^\s{0,9}data:/i
/** What stands in these is text up to their end tag. */
const modes = new Map<string, (typeof TokenizerMode)[keyof typeof TokenizerMode]>([
  ['style', TokenizerMode.RAWTEXT],
  ['script', TokenizerMode.SCRIPT_DATA],
  ['title', TokenizerMode.RCDATA],
  ['textarea', TokenizerMode.RCDATA],
])
