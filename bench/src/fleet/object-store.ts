import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { freePort, startProcess, temporaryFolder } from '../processes.ts'
import { connectable } from '../targets/connectable.ts'

/** An S3 server that ends with the bench; returns the setting that leads to it. */
export async function startObjectStore(program: string): Promise<string> {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'mail'))
  const port = await freePort()
  const args = [
    '--port',
    `127.0.0.1:${port}`,
    '--keep-alive',
    '--quiet',
    'posix',
    '--nometa',
    folder,
  ]
  startProcess(program, args, { ROOT_ACCESS_KEY: 'bench', ROOT_SECRET_KEY: 'bench-secret' })
  await connectable(port)
  return `s3://bench:bench-secret@127.0.0.1:${port}/mail?tls=off`
}
