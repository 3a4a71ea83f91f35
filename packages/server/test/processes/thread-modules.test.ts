import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { caughtMailSubscribers as subscribers } from '../../src/app/caught-mail-subscribers.ts'

/** What reads text of charsets that Node does not know. */
const charsets = ['iconv-lite', 'safer-buffer']

/** Threads start often, and each loads its modules again: a package is most of what a start costs. */
test.each<{ module: string; packages: string[] }>([
  { module: 'db/sqlite/sqlite-worker.ts', packages: [] },
  {
    module: 'mime/view/view-worker.ts',
    packages: [
      'dom-serializer',
      'domelementtype',
      'domhandler',
      'domutils',
      'fflate',
      'htmlparser2',
      ...charsets,
    ],
  },
  { module: 'features/forwarding/delivery/message-worker.ts', packages: charsets },
  // nodemailer follows with the first mail.
  { module: 'app/mail-forms-worker.ts', packages: [...charsets, 'zod'] },
  { module: 'db/postgres/words/word-index-tasks.ts', packages: [] },
])('a thread of $module loads the packages $packages alone', async ({ module, packages }) => {
  const { href } = new URL(`../../src/${module}`, import.meta.url)
  const modules = await modulesOf(href)
  expect(modules).toContain(href)
  const found = modules.flatMap((url) => url.split('/node_modules/')[1]?.split('/')[0] ?? [])
  expect([...new Set(found)].toSorted()).toEqual(packages)
})

/** The addresses of all modules that a thread loads. */
async function modulesOf(href: string): Promise<string[]> {
  const loading = `
    const { registerHooks } = require('node:module')
    const { parentPort } = require('node:worker_threads')
    registerHooks({
      load(url, context, next) {
        parentPort.postMessage(url)
        return next(url, context)
      },
    })
    import(${JSON.stringify(href)}).then(() => process.exit())`
  // The thread of SQLite expects its settings; the others look at none.
  const workerData = { file: '', readOnly: false, subscribers }
  const thread = new Worker(loading, { eval: true, workerData })
  const modules: string[] = []
  thread.on('message', (url: string) => modules.push(url))
  await new Promise((resolve, reject) => thread.once('exit', resolve).once('error', reject))
  return modules.filter((url) => url.startsWith('file:'))
}
