import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { freePort, startProcess } from '../processes.ts'
import { cached, runIn } from './cache.ts'
import { connectable } from './connectable.ts'
import type { Target } from './target.ts'

/** Postfix's mail sink, written in C: reads a mail and forgets it. What it reaches, the loader can. */
export const smtpSink: Target = {
  name: 'smtp-sink',
  keeps: 'nowhere',

  async start() {
    const root = cached('postfix', unpackPostfix)
    const port = await freePort()
    const asRoot = process.getuid?.() === 0
    const child = startProcess(
      join(root, 'usr/sbin/smtp-sink'),
      [...(asRoot ? ['-u', 'nobody'] : []), `127.0.0.1:${port}`, '1024'],
      { LD_LIBRARY_PATH: `${root}/usr/lib/postfix:${root}/lib:${root}/usr/lib` },
    )
    await connectable(port)
    return {
      pid: child.pid,
      smtpPort: port,
      credentials: null,
      countMails: null,
      stop: () => child.stop(),
    }
  },
}

/** Debian's package and the libraries it needs, unpacked but not installed: no mail server starts. */
function unpackPostfix(folder: string): void {
  runIn(folder, 'apt-get', ['download', 'postfix'])
  unpackAll(folder)
  const environment = [`LD_LIBRARY_PATH=${folder}/usr/lib/postfix`]
  const linked = runIn(folder, 'env', [...environment, 'ldd', 'usr/sbin/smtp-sink'])
  if (!linked.includes('not found')) return
  const packages = runIn(folder, 'apt-cache', [
    'depends',
    '--recurse',
    '--no-recommends',
    'postfix',
  ])
    .split('\n')
    .filter((line) => /^lib(?:db|icu|nsl|tirpc)[\w.+-]*$/.test(line))
  runIn(folder, 'apt-get', ['download', ...packages])
  unpackAll(folder)
  const libraries = readdirSync(join(folder, 'usr/lib'), { recursive: true, encoding: 'utf8' })
  for (const library of libraries.filter((path) =>
    /\/lib(?:db|icu|nsl|tirpc)[^/]*\.so/.test(path),
  )) {
    runIn(folder, 'cp', ['-aL', `usr/lib/${library}`, 'usr/lib/'])
  }
}

function unpackAll(folder: string): void {
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.deb'))) {
    runIn(folder, 'dpkg-deb', ['-x', file, '.'])
    rmSync(join(folder, file))
  }
}
