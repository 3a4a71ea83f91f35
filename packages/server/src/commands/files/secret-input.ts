import { StringDecoder } from 'node:string_decoder'

const mostBytes = 4_096

/**
 * A secret from standard input: typed without echo at a terminal, else its first line. Secrets are never
 * arguments, which other users of the machine can list.
 */
export async function readSecret(question: string): Promise<string> {
  return process.stdin.isTTY ? typed(question) : firstLine()
}

async function firstLine(): Promise<string> {
  let text = ''
  for await (const chunk of process.stdin.setEncoding('utf8')) {
    text += String(chunk)
    if (text.includes('\n') || text.length > mostBytes) break
  }
  return (text.split('\n')[0] ?? '').replace(/\r$/, '')
}

/** Reads keys as a terminal sends them in raw mode, which shows nothing by itself. */
function typed(question: string): Promise<string> {
  const { stdin, stderr } = process
  stderr.write(`${question}: `)
  stdin.setRawMode(true).resume()
  const decoder = new StringDecoder('utf8')
  let text = ''
  return new Promise((resolve) => {
    function end(): void {
      stdin.off('data', onData).setRawMode(false).pause()
      stderr.write('\n')
    }
    function onData(bytes: Buffer): void {
      for (const key of decoder.write(bytes)) {
        if (key === '\r' || key === '\n' || key === '\u0004') {
          end()
          return resolve(text)
        }
        if (key === '\u0003') {
          end()
          process.exit(130)
        }
        if (key === '\u007f' || key === '\b') text = text.replace(/.$/u, '')
        else if (text.length < mostBytes) text += key
      }
      return undefined
    }
    stdin.on('data', onData)
  })
}
