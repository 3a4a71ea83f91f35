// What the examples of the credentials page need from the registries of their languages, and
// WordPress, whose Debian package would bring a web server and a database client along. Each is
// downloaded once, into node_modules, and looked for by a file that is there when it is whole.

import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { phase } from './phase.mjs'
import { root } from './root.mjs'
import { run } from './run.mjs'

const downloads = join(root, 'node_modules', '.cache', 'examples')
const projects = join(root, 'packages', 'e2e', 'src', 'examples', 'projects')

/** @type {{ name: string, download: (folder: string) => Promise<void> }[]} */
const wanted = [
  {
    name: 'django',
    download: (folder) =>
      must('python3', ['-m', 'pip', 'install', '--quiet', '--target', folder, 'Django==5.2.19']),
  },
  {
    name: 'spring',
    download: (folder) =>
      must('mvn', [
        '--batch-mode',
        '--quiet',
        '--file',
        join(projects, 'spring', 'pom.xml'),
        'dependency:copy-dependencies',
        `-DoutputDirectory=${folder}`,
      ]),
  },
  {
    name: 'wordpress',
    async download(folder) {
      await mkdir(folder)
      await must('apt-get', ['download', '-qq', 'wordpress'], folder)
      const [file = ''] = await readdir(folder)
      await must('dpkg-deb', ['-x', file, '.'], folder)
    },
  },
]

/** Ends the process when one cannot be downloaded: an example is never left out in silence. */
export async function downloadExamplePackages() {
  await mkdir(downloads, { recursive: true })
  for (const { name, download } of wanted) {
    const folder = join(downloads, name)
    if (existsSync(folder)) continue
    // Another name is used until the folder is whole.
    const unfinished = `${folder}.unfinished`
    await rm(unfinished, { recursive: true, force: true })
    await phase(`Downloading ${name} for its example`, () => download(unfinished))
    await rename(unfinished, folder)
  }
}

/** @param {string} command @param {string[]} args @param {string} [cwd] */
async function must(command, args, cwd = root) {
  const { code, output } = await run(command, args, { cwd })
  if (code === 0) return
  console.error(`\n${command} ${args.join(' ')} failed:\n\n${output}`)
  process.exit(1)
}
