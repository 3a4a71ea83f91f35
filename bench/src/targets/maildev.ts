import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort, removeFolder, startProcess, temporaryFolder } from '../processes.ts'
import { cached, runIn } from './cache.ts'
import { connectable } from './connectable.ts'
import type { Target } from './target.ts'

const version = '3.0.0'
/** MailDev asks for newer ones whose own dependencies the registry may lack. */
const mailparserVersion = '3.9.30'

/** MailDev keeping its mails in a folder, as it must to outlive a restart. */
export const maildev: Target = {
  name: `MailDev ${version}`,
  keeps: 'in files, not yet flushed to disk',

  async start() {
    const installed = cached(`maildev-${version}`, (folder) => {
      const manifest = {
        private: true,
        dependencies: { maildev: version },
        overrides: { mailparser: mailparserVersion },
      }
      writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
      runIn(folder, 'npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts'])
    })
    const [smtpPort, webPort] = [await freePort(), await freePort()]
    const mails = temporaryFolder()
    const main = join(installed, 'node_modules/maildev/dist/bin/maildev.js')
    const smtp = ['--smtp', String(smtpPort), '--ip', '127.0.0.1']
    const web = ['--web', String(webPort), '--web-ip', '127.0.0.1']
    const keeping = ['--mail-directory', mails, '--silent']
    const child = startProcess(process.execPath, [main, ...smtp, ...web, ...keeping])
    await Promise.all([connectable(smtpPort), connectable(webPort)])
    return {
      pid: child.pid,
      smtpPort,
      credentials: null,
      async countMails() {
        const response = await fetch(`http://127.0.0.1:${webPort}/api/email/summary?limit=1`)
        const { total } = (await response.json()) as { total: number }
        return total
      },
      async stop() {
        await child.stop()
        removeFolder(mails)
      },
    }
  },
}
