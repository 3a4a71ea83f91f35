import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, server } from '../builds.mjs'
import { installPackages } from '../install-packages.mjs'
import { node24 } from '../node-24.mjs'
import { startProcess } from './processes.mjs'
import { machineEnvironment, root } from '../root.mjs'
import { useMailstop } from './use-mailstop.mjs'

/** Builds and starts the product on free ports, with one team and a token of every scope. */
export async function startFreshProduct() {
  await installPackages()
  const node = node24()
  await build(node, server)
  const folder = await mkdtemp(join(tmpdir(), 'mailstop-fresh-'))
  const product = startProcess(node, [join(root, 'packages/server/dist/main.js')], {
    env: { ...machineEnvironment(), HTTP_PORT: '0', SMTP_PORTS: '0', DATA_DIR: folder },
  })
  async function stop() {
    await product.stop()
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }
  try {
    const [, origin = ''] = await product.line(/Inbox\s+(http:\S+)/)
    await useMailstop(node, 'sign-up', origin)
    const [, link = ''] = await product.line(/\/verify-email\/([\w-]+)/)
    await useMailstop(node, 'verify', origin, link)
    const { stdout } = await useMailstop(node, 'make-token', origin)
    return { node, folder, origin, token: String(JSON.parse(stdout)), stop }
  } catch (error) {
    await stop()
    throw error
  }
}
