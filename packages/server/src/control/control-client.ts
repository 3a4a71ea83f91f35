import { statSync } from 'node:fs'
import { request, type IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { errorCodes, type ErrorCode, type FieldErrors } from '@mailstop/contract'
import { Refusal } from '../errors.ts'
import { controlPath } from './control-path.ts'
import { endTrailer, type Bytes } from './operation.ts'

/** What `operations.ts` names, with its input; the answer is JSON or bytes. */
export type Ask = (name: string, input: unknown, upload?: Bytes) => Promise<unknown>

/** Asks the server that holds a data folder; null when none listens there. */
export async function connectControl(dataDir: string): Promise<Ask | null> {
  const path = controlPath(dataDir)
  if (path === null || isOfAnother(path, dataDir)) return null
  const probe = await connected(path)
  if (!probe) return null
  probe.destroy()
  return (name, input, upload) => ask(path, { name, input, upload })
}

/** A socket that another user has put there would be given passwords. */
function isOfAnother(path: string, dataDir: string): boolean {
  if (process.platform === 'win32') return false
  const socket = statSync(path, { throwIfNoEntry: false })
  return (
    socket !== undefined &&
    socket.uid !== statSync(dataDir).uid &&
    socket.uid !== process.getuid?.()
  )
}

function connected(path: string): Promise<Socket | null> {
  return new Promise((resolve, reject) => {
    const socket = connect(path)
    socket.once('connect', () => resolve(socket))
    socket.once('error', (error: NodeJS.ErrnoException) => {
      // None, one of a process that was killed, or one on a file system without sockets.
      if (['ENOENT', 'ECONNREFUSED', 'ENOTSOCK', 'EINVAL'].includes(error.code ?? '')) resolve(null)
      else reject(error)
    })
  })
}

type Asked = { name: string; input: unknown; upload: Bytes | undefined }

/** No answer came: the server is gone, or the upload failed here. */
export class CutOff extends Error {
  /** Returns what the server last said of how far it was; undefined when it said nothing. */
  readonly progress: unknown

  constructor(message: string, progress: unknown, options: ErrorOptions) {
    super(message, options)
    this.progress = progress
  }
}

async function ask(socketPath: string, { name, input, upload }: Asked): Promise<unknown> {
  let progress: unknown
  let uploadFault: Error | undefined
  try {
    const onFault = (error: Error) => void (uploadFault = error)
    const response = await send(socketPath, { name, input, upload }, onFault)
    if (response.headers['content-type'] === 'application/octet-stream') return wholeOf(response)
    let text = ''
    for await (const chunk of response.setEncoding('utf8')) {
      const lines = (text + String(chunk)).split('\n')
      text = lines.pop() ?? ''
      for (const line of lines) {
        const said = JSON.parse(line) as { progress?: unknown; data?: unknown; error?: Failure }
        if (said.error) throw refusalOf(said.error)
        if (!('progress' in said)) return said.data
        ;({ progress } = said)
      }
    }
    throw new Error('The last line is missing')
  } catch (error) {
    if (error instanceof Refusal) throw error
    const said = 'The server ended before it answered. Its log says why.'
    throw new CutOff(uploadFault?.message ?? said, progress, { cause: error })
  }
}

/** Bytes that fail are cut off, and Node only says that they were. */
async function* wholeOf(response: IncomingMessage): AsyncGenerator<Uint8Array, unknown> {
  try {
    yield* response as AsyncIterable<Buffer>
  } catch (cause) {
    throw new CutOff('The server stopped half way. Its log says why.', undefined, { cause })
  }
  const text = response.trailers[endTrailer]
  return text === undefined ? undefined : JSON.parse(Buffer.from(text, 'base64').toString())
}

function send(
  socketPath: string,
  { name, input, upload }: Asked,
  onFault: (error: Error) => void,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const asking = request({ socketPath, path: `/${name}`, method: 'POST', agent: false })
    asking.once('response', resolve)
    asking.on('error', reject)
    const line = `${JSON.stringify(input)}\n`
    if (!upload) asking.end(line)
    else {
      asking.write(line)
      const file = Readable.from(upload)
      file.on('error', (error) => {
        onFault(error)
        asking.destroy(error)
      })
      // After an answer the rest of an upload does not matter.
      asking.once('close', () => file.destroy())
      file.pipe(asking)
    }
  })
}

type Failure = { code: string; message: string; errors?: FieldErrors }

function refusalOf({ code, message, errors }: Failure): Refusal {
  const known = Object.hasOwn(errorCodes, code) ? (code as ErrorCode) : 'internal'
  return new Refusal(known, { message, ...(errors && { errors }) })
}
