// A service of the Debian package goes on while the package is replaced: what it reads later is still there.

import { mkdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { filesBelow } from './next-build.mjs'
import { startProcess } from '../lib/programs/processes.mjs'
import { freePort } from './test-registry.mjs'
import { useMailstop } from '../lib/programs/use-mailstop.mjs'

/**
 * @param {{
 *   debian: string,
 *   node: string,
 *   report: ReturnType<typeof import('../lib/report.mjs').createReport>,
 *   upgrade: () => Promise<void>,
 * }} options `debian` is the root in which the package is installed
 */
export async function upgradeBelowService({ debian, node, report, upgrade }) {
  const [httpPort, smtpPort] = [await freePort(), await freePort()]
  const origin = `http://localhost:${httpPort}`
  const web = join(debian, 'usr/lib/mailstop/web')

  const old = await startService()
  await send('The service catches a mail before the upgrade', 1)
  const page = await readFile(join(web, 'index.html'), 'utf8')
  const oldFiles = await assets()
  await upgrade()
  const newFiles = await assets()
  const names = new Set(newFiles.map(({ name }) => name))
  const kept = oldFiles.filter(({ name }) => names.has(name)).map(({ name }) => name)
  report.check('The upgrade replaces the files of the program', kept.length === 0, kept.join('\n'))

  await opens('The old process opens a mail', 1)
  await serves('The old process serves its web app', page, oldFiles)
  const openApi = await fetch(`${origin}/api/openapi.json`)
  report.check('The old process serves the description of its API', openApi.ok)
  await send('The old process catches a mail', 2)
  await opens('The old process opens both', 2)
  const code = await old.stop()
  report.check(`The old process stops in order, with code ${code}`, code === 0, old.output())

  const next = await startService()
  const newPage = await readFile(join(web, 'index.html'), 'utf8')
  await serves('After a restart it serves the new web app', newPage, newFiles)
  const gone = await fetch(`${origin}/build/assets/${oldFiles[0]?.name}`)
  report.check('After a restart the files of the old web app are gone', gone.status === 404)
  await opens('After a restart it opens both', 2)
  await next.stop()

  /** Starts it as its unit does, but as root and on other ports. */
  async function startService() {
    const cache = '/var/cache/mailstop'
    await mkdir(join(debian, cache), { recursive: true })
    const options = ['--open', `--port=${httpPort}`, `--smtp=${smtpPort}`]
    const args = [debian, '/usr/bin/mailstop', 'serve', ...options, '--data=/var/lib/mailstop']
    const service = startProcess('chroot', args, {
      env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', CACHE_DIRECTORY: cache },
    })
    await service.line(/Inbox\s+http/)
    return service
  }

  /** @param {string} fact @param {number} count of mails then */
  async function send(fact, count) {
    const used = await useMailstop(node, 'send-one-openly', origin, String(smtpPort))
    const { sent, kept = [] } = used.code === 0 ? JSON.parse(used.stdout) : {}
    report.check(fact, kept.length === count && kept.includes(sent), used.output)
  }

  /** @param {string} fact @param {number} count of mails, each with its attached file */
  async function opens(fact, count) {
    const used = await useMailstop(node, 'open-openly', origin)
    const opened = used.code === 0 ? JSON.parse(used.stdout) : []
    const areWhole = opened.every((/** @type {string[] | null} */ files) => files?.length === 1)
    report.check(fact, areWhole && opened.length === count, used.output)
  }

  /** @param {string} fact @param {string} wanted @param {Awaited<ReturnType<typeof assets>>} files */
  async function serves(fact, wanted, files) {
    const wrong = []
    if ((await (await fetch(origin)).text()) !== wanted) wrong.push('the page')
    for (const { name, bytes } of files) {
      const answer = await fetch(`${origin}/build/assets/${name}`)
      if (!Buffer.from(await answer.arrayBuffer()).equals(bytes)) {
        wrong.push(`${name}: ${answer.status}`)
      }
    }
    report.check(`${fact}, of ${files.length} files`, wrong.length === 0, wrong.join('\n'))
  }

  async function assets() {
    const files = await filesBelow(join(web, 'assets'))
    const plain = files.filter((file) => !/[.](br|gz)$/.test(file))
    return Promise.all(
      plain.map(async (file) => ({ name: basename(file), bytes: await readFile(file) })),
    )
  }
}
