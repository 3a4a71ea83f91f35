import { createDataDecoder, type DataDecoder } from './data-decoder.ts'
import type { LineReader } from './line-reader.ts'
import type { MessageBytes } from './message-bytes.ts'
import { chunkOk } from './replies.ts'

/** Content being read: after DATA until its end, after BDAT until its size. */
export type ContentMode =
  | { kind: 'data'; decoder: DataDecoder; message: MessageBytes }
  /** Without a message the chunk was refused, and is read to be thrown away. */
  | {
      kind: 'chunk'
      left: number
      message: MessageBytes | null
      atEnd: 'whole' | { reply: string }
    }

/** `more` is to come; `whole`: the mail has arrived; a reply: the chunk has. */
export type ContentRead = 'more' | 'whole' | { reply: string }

export const dataMode = (message: MessageBytes): ContentMode => ({
  kind: 'data',
  decoder: createDataDecoder((content) => message.append(content)),
  message,
})

export function chunkMode(
  { size, last, refused }: { size: number; last: boolean; refused: string | null },
  message: MessageBytes | null,
): ContentMode {
  const atEnd = last ? 'whole' : { reply: chunkOk(size) }
  return {
    kind: 'chunk',
    left: size,
    message: refused === null ? message : null,
    atEnd: refused === null ? atEnd : { reply: refused },
  }
}

/** Takes from `reader` what belongs to the content and leaves what lies behind it. */
export function readContent(mode: ContentMode, reader: LineReader): ContentRead {
  if (mode.kind === 'data') {
    const bytes = reader.take()
    const { consumed, ended } = mode.decoder.write(bytes)
    if (ended) {
      reader.putBack(bytes.subarray(consumed))
      return 'whole'
    }
    mode.message.settle()
    return 'more'
  }
  const bytes = reader.take(mode.left)
  mode.left -= bytes.length
  mode.message?.append(bytes)
  if (mode.left === 0 && mode.atEnd === 'whole') return 'whole'
  mode.message?.settle()
  return mode.left > 0 ? 'more' : mode.atEnd
}
