import { createDataDecoder } from '../reading/data-decoder.ts'
import type { LineReader } from '../reading/line-reader.ts'
import { createMessageBytes, type MessageBytes } from '../reading/message-bytes.ts'
import { chunkOk, largerThan, replies } from './replies.ts'
import type { ContentMode } from './session-options.ts'
import type { SessionParts } from './session-parts.ts'
import { envelopeOf, type Next, type SmtpAccount, type Transaction } from './session-state.ts'

type Chunk = { size: number; last: boolean; refused: string | null }

/** `more`: bytes are missing; `whole`: the mail has arrived; a reply: the chunk has. */
type ContentRead = 'more' | 'whole' | { reply: string }

/** Reads the content of a mail, and hands it over when it is complete. */
export function createContentTurns({
  live,
  limits,
  reader,
  transcript,
  failures,
  turns,
  respond,
  close,
}: SessionParts) {
  /** Whether the lab was asked about the content that is being read. */
  let isKnown = false
  let recipientsRefused: string | null = null

  const accountOf = () => live.state.account ?? live.state.addressed

  /** Returns the content of the transaction: the chunks before this one, or still empty. */
  function open(): MessageBytes {
    const { transaction } = live.state
    const content = transaction?.content ?? createMessageBytes(limits.messageBytes)
    if (transaction && !transaction.content) {
      transaction.content = content
      isKnown = false
    }
    return content
  }

  function readData(): void {
    const message = open()
    const decoder = createDataDecoder((content) => message.append(content))
    live.mode = { kind: 'data', decoder, message }
  }

  function readChunk({ size, last, refused }: Chunk): void {
    // A refused chunk ends the transaction, and the chunks behind it are refused too (RFC 3030).
    if (refused !== null) endTransaction()
    live.mode = {
      kind: 'chunk',
      left: size,
      message: refused === null ? open() : null,
      atEnd: refused !== null ? { reply: refused } : last ? 'whole' : { reply: chunkOk(size) },
    }
  }

  function readOn(content: ContentMode): Next | null {
    if (turns && content.message && !isKnown && reader.pending() > 0) {
      isKnown = true
      return turns.consult({
        at: ['content'],
        account: accountOf(),
        state: live.state,
        go() {
          live.mode = content
          return null
        },
      })
    }
    const before = reader.taken()
    const read = readContent(content, reader)
    const next = () => hasRead(content, read)
    return turns ? turns.slowDown(reader.taken() - before, next) : next()
  }

  function hasRead(content: ContentMode, read: ContentRead): Next | null {
    if (read === 'whole') return finish()
    if (read !== 'more') return respond(read.reply)
    live.mode = content
    const tooLong = (content.message?.size() ?? 0) > limits.discardBytes
    return tooLong ? close(largerThan(limits.messageBytes)) : { kind: 'read' }
  }

  const endTransaction = () => void (live.state.transaction = null)

  function refuse(reply: string): Next | null {
    endTransaction()
    return respond(reply)
  }

  /** The content is complete: it goes out to be stored, and the transaction is over. */
  function finish(): Next | null {
    const { transaction } = live.state
    const account = accountOf()
    const content = transaction?.content
    turns?.contentEnded()
    if (!transaction || !content || !account) return refuse(replies.mailFirst)
    transcript.client(`(${content.size()} bytes of content)`)
    if (content.tooBig()) return refuse(largerThan(limits.messageBytes))
    if (turns === null) return deliver(account, transaction, content.take())
    let taken: Uint8Array<ArrayBuffer> | null = null
    const source = () => (taken ??= content.take())
    return turns.consult({
      at: ['end'],
      account,
      state: live.state,
      source,
      go: () => deliver(account, transaction, source()),
      undo: endTransaction,
      discard: () => refuse(replies.discarded),
    })
  }

  function deliver(
    account: SmtpAccount,
    transaction: Transaction,
    source: Uint8Array<ArrayBuffer>,
  ): Next {
    const { state } = live
    live.mode = { kind: 'asking' }
    endTransaction()
    const mail = {
      account,
      login: state.login,
      isFromStranger: state.account === null,
      envelope: envelopeOf(transaction),
      source,
      helo: state.helo ?? '',
      tls: state.secure,
      ...failures.dialogue(),
    }
    ;({ recipientsRefused } = transaction)
    return { kind: 'deliver', mail }
  }

  return {
    readData,
    readChunk,
    readOn,
    /** Whether content is being read, or has begun and waits for its next chunk. */
    receiving: (): boolean =>
      live.mode.kind === 'data' ||
      live.mode.kind === 'chunk' ||
      Boolean(live.state.transaction?.content),
    /** Why recipients of the mail that is being stored were refused; null when none was. */
    recipientsRefused: (): string | null => recipientsRefused,
  }
}

/** Takes the bytes of the content from `reader` and leaves the bytes behind it. */
function readContent(mode: ContentMode, reader: LineReader): ContentRead {
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
