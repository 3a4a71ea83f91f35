import { useMemo } from 'react'
import { matchedPieces } from './matched-words.ts'

/** A text of the list with what was searched for made visible. */
export function MatchedText({ text, words }: { text: string; words: readonly string[] }) {
  const pieces = useMemo(() => matchedPieces(text, words), [text, words])
  return pieces.map((piece, index) =>
    piece.isMatch ? (
      <mark key={index} className="rounded-[3px] bg-flag/25 text-inherit">
        {piece.text}
      </mark>
    ) : (
      piece.text
    ),
  )
}
