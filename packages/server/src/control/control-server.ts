import { chmodSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { errorCodes, validate } from '@mailstop/contract'
import type { Logger } from 'pino'
import { invalid, Refusal, unavailable } from '../errors.ts'
import { untilAborted } from '../lib/until-aborted.ts'
import { startFailure } from '../config/start-failure.ts'
import { controlFile, controlPath, tooLongPath } from './control-path.ts'
import { readRequest, readToEnd } from './control-request.ts'
import { endTrailer, isBytes, type Operation, type OperationContext } from './operation.ts'

type ControlDeps = {
  dataDir: string
  operations: Readonly<Record<string, Operation>>
  log: Logger
  limits?: { inputMs: number; idleMs: number }
}

const mostConnections = 16
const linesType = 'application/x-ndjson'
const lineOf = (said: object) => `${JSON.stringify(said)}\n`
type Refused = Pick<Refusal, 'code' | 'message' | 'errors'>
const usualLimits = { inputMs: 5_000, idleMs: 600_000 }

/**
 * Lets commands act through the process that serves a data folder: HTTP on a socket in that folder, which only
 * the folder's owner can open. `POST /<operation>` with a line of JSON, and for an import the file behind it;
 * the reply is JSON, behind lines with the progress where there is some, or bytes that are cut off without an end when
 * they fail half way.
 */
export function createControlServer(deps: ControlDeps) {
  const { dataDir, operations, log, limits = usualLimits } = deps
  const ending = new AbortController()
  const running = new Set<Promise<void>>()
  const server = createServer(
    {
      maxHeaderSize: 4_096,
      headersTimeout: limits.inputMs,
      connectionsCheckingInterval: Math.min(1_000, limits.inputMs),
      // An import may take long; what stands still is ended below.
      requestTimeout: 0,
      keepAlive: false,
    },
    (request, response) => {
      // A caller that hangs up is no reason to end the server.
      const failed = (error: unknown) => log.error({ error }, 'A command failed')
      request.on('error', () => {})
      response.on('error', () => {})
      const work: Promise<void> = answer(request, response)
        .catch(failed)
        .finally(() => running.delete(work))
      running.add(work)
    },
  )
  server.maxConnections = mostConnections
  server.timeout = limits.idleMs

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const gone = new AbortController()
    response.once('close', () => gone.abort())
    const signal = AbortSignal.any([gone.signal, ending.signal])
    response.setHeader('connection', 'close')
    const onProgress = (progress: unknown) => {
      if (!response.headersSent) response.setHeader('content-type', linesType)
      // A caller that does not read misses some of it.
      if (!response.writableNeedDrain) response.write(lineOf({ progress }))
    }
    try {
      const result = await run(request, { signal, onProgress })
      if (isBytes(result)) await sendBytes(response, result, signal)
      else response.end(lineOf({ data: result }))
    } catch (error) {
      const refused = refusedWith(response, error)
      if (refused === null) return
      // A connection that is closed while its caller writes loses the answer. The caller stops when it has it.
      response.write(lineOf({ error: refused }))
      await readToEnd(request, limits.inputMs)
      response.end()
    }
  }

  async function run(
    request: IncomingMessage,
    context: Omit<OperationContext, 'upload'>,
  ): Promise<unknown> {
    const name = request.method === 'POST' ? (request.url ?? '').slice(1) : ''
    const asked = Object.hasOwn(operations, name) ? operations[name] : undefined
    if (!asked) {
      const message = 'The running Mailstop does not know this command: it is another version.'
      throw new Refusal('not_found', { message })
    }
    const { input, upload } = await readRequest(request, limits.inputMs)
    const valid = validate(asked.input, input)
    if (!valid.ok) throw invalid(valid.errors)
    // Stops reading the rest of an upload and answers its caller at once.
    return asked.run(valid.data, { ...context, upload: untilAborted(upload, ending.signal) })
  }

  /** What fails before its first bytes is still answered with a sentence. */
  async function sendBytes(
    response: ServerResponse,
    bytes: AsyncIterable<Uint8Array>,
    signal: AbortSignal,
  ): Promise<void> {
    // The copy of a large store takes longer than a caller may be silent: only its reading is timed.
    response.socket?.setTimeout(0)
    const chunks = bytes[Symbol.asyncIterator]()
    const first = await chunks.next()
    response.setHeader('content-type', 'application/octet-stream')
    async function* all() {
      let next = first
      for (; !next.done; next = await chunks.next()) {
        const stalled = setTimeout(() => response.destroy(), limits.idleMs)
        try {
          yield next.value
        } finally {
          clearTimeout(stalled)
        }
      }
      const end = next.value as unknown
      if (end === undefined) return
      response.addTrailers({ [endTrailer]: Buffer.from(JSON.stringify(end)).toString('base64') })
    }
    try {
      await pipeline(Readable.from(all()), response, { signal })
    } finally {
      // Also runs for a caller that left before it was sent anything.
      await chunks.return?.()
    }
  }

  /** What the caller is answered with, behind the head; null when it can be answered no more. */
  function refusedWith(response: ServerResponse, error: unknown): Refused | null {
    const hasBegun = response.headersSent && response.getHeader('content-type') !== linesType
    if (hasBegun || response.destroyed) {
      if (!response.destroyed || !(error instanceof Error && error.name === 'AbortError')) {
        log.warn({ error }, 'A command ended half way')
      }
      response.destroy()
      return null
    }
    if (!(error instanceof Refusal)) log.error({ error }, 'A command failed')
    const { code, message, errors } = error instanceof Refusal ? error : unexpected(error)
    if (!response.headersSent) {
      response.statusCode = errorCodes[code].status
      response.setHeader('content-type', 'application/json')
    }
    return { code, message, errors }
  }

  return {
    /** The caller holds the folder's lock, so a socket that is there was left by a process that is gone. */
    async start(): Promise<void> {
      const path = controlPath(dataDir)
      if (path === null) return log.warn(tooLongPath(dataDir))
      const isFile = process.platform !== 'win32'
      try {
        if (isFile) rmSync(controlFile(dataDir), { force: true })
        server.listen(path)
        await once(server, 'listening')
        if (isFile) chmodSync(controlFile(dataDir), 0o600)
      } catch (error) {
        // Not every file system has sockets. Mail can be caught without.
        log.warn({ error }, 'Commands cannot reach this server: its socket could not be made')
      }
    },
    /** Bytes under way are cut off; what changes something is finished. */
    async stop(): Promise<void> {
      ending.abort(unavailable({ message: 'The server is stopping.' }))
      const closed = server.listening ? once(server, 'close') : null
      server.close()
      await Promise.all(running)
      server.closeAllConnections()
      await closed
    },
  }
}

/** Who asks owns the machine's data, and may see what went wrong. */
const unexpected = (error: unknown) =>
  new Refusal('internal', { message: startFailure(error).join(' ') })
