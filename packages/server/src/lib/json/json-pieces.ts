const smallBytes = 16 * 1024

/** Joins small neighbours among the pieces of an answer: each piece is a write to a socket. */
export function joinSmall(pieces: readonly Uint8Array[]): Uint8Array[] {
  const joined: Uint8Array[] = []
  let small: Uint8Array[] = []
  let bytes = 0
  const end = () => {
    if (small.length > 0) joined.push(Buffer.concat(small))
    small = []
    bytes = 0
  }
  for (const piece of pieces) {
    if (bytes + piece.length > smallBytes) end()
    if (piece.length > smallBytes) joined.push(piece)
    else {
      small.push(piece)
      bytes += piece.length
    }
  }
  end()
  return joined
}
