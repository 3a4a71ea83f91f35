import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { builtProgram } from '../durability/product-child.ts'

export type Ran = { code: number | null; output: Buffer; text: string; error: string }

type RunOptions = {
  env?: Record<string, string>
  /** What comes in pieces is written piece by piece. */
  input?: string | Uint8Array | AsyncIterable<string>
  cwd?: string
  /** An id of the system's, where the test has the right to choose one. */
  user?: number
}

/** Runs one command of the program to its end. It sees only the variables that it is given. */
export async function runCommand(words: string[], options: RunOptions = {}): Promise<Ran> {
  const { env = {}, input = '', cwd, user } = options
  const child = spawn(process.execPath, [builtProgram, ...words], {
    env: { HTTP_PORT: '0', SMTP_PORTS: '0', LOG_LEVEL: 'silent', ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
    ...(cwd !== undefined && { cwd }),
    ...(user !== undefined && { uid: user, gid: user }),
  })
  const output: Buffer[] = []
  const errors: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => errors.push(chunk))
  // A command that refuses its words does not read its input.
  child.stdin.on('error', () => {})
  if (typeof input === 'string' || input instanceof Uint8Array) child.stdin.end(input)
  else Readable.from(input).pipe(child.stdin)
  const [code] = (await once(child, 'close')) as [number | null]
  const all = Buffer.concat(output)
  return { code, output: all, text: all.toString(), error: Buffer.concat(errors).toString() }
}

/** What a command that succeeds prints with `--json`. */
export async function commandJson(words: string[], options: RunOptions = {}): Promise<unknown> {
  const { code, text, error } = await runCommand([...words, '--json'], options)
  if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}: ${error}`)
  return JSON.parse(text)
}
