import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { removeFolder, startProcess, temporaryFolder } from '../processes.ts'
import type { Target } from '../targets/target.ts'

const program = fileURLToPath(new URL('smtp-server-process.ts', import.meta.url))

/** The npm package `smtp-server` with nothing behind it, and a certificate like the engine's. */
export const smtpServer: Target = {
  name: 'smtp-server',
  keeps: 'nowhere',

  async start() {
    const folder = temporaryFolder()
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
    const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
    const files = ['-keyout', key, '-out', cert, '-subj', '/CN=localhost']
    execFileSync('openssl', ['req', '-x509', ...curve, ...files], { stdio: 'ignore' })
    const child = startProcess(process.execPath, [program, key, cert])
    const smtpPort = await child.line((line) => /^port (\d+)$/.exec(line)?.[1])
    return {
      pid: child.pid,
      smtpPort: Number(smtpPort),
      credentials: { username: 'load', password: 'load' },
      countMails: null,
      async stop() {
        await child.stop()
        removeFolder(folder)
      },
    }
  },
}
