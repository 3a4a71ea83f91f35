const sliceLength = 1024 * 1024

/** What stands between the quotes of a JSON string, in UTF-8. A long text is written in slices, so that it is not there a second time as text. */
export function jsonContents(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(jsonContentsLength(text))
  let at = 0
  for (const slice of slices(text)) at += encoder.encodeInto(slice, bytes.subarray(at)).written
  return bytes
}

export function jsonContentsLength(text: string): number {
  let length = 0
  for (const slice of slices(text)) length += Buffer.byteLength(slice)
  return length
}

const encoder = new TextEncoder()

function* slices(text: string): Generator<string> {
  for (let at = 0, end = 0; at < text.length; at = end) {
    end = Math.min(at + sliceLength, text.length)
    // The halves of a surrogate pair stay together.
    if (/[\uD800-\uDBFF]/.test(text.charAt(end - 1))) end += 1
    yield JSON.stringify(text.slice(at, end)).slice(1, -1)
  }
}
