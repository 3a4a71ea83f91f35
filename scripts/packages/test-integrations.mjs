// npm run test:integrations: what integrations/ has, loaded as the tools that it is for load it, as far as that works
// without a container; the action of GitHub by bash; and the places of Mailpit in which the product stands.

import { execFileSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { installTools, tools } from '../lib/debian-packages.mjs'
import { blocksOf, documents } from '../lib/document-blocks.mjs'
import { goTool } from '../lib/go-tools.mjs'
import { installPackages } from '../lib/install-packages.mjs'
import { node24 } from '../lib/node-24.mjs'
import { cleanEnvironment, npm } from '../lib/npm.mjs'
import { phase } from '../lib/phase.mjs'
import { createReport } from '../lib/report.mjs'
import { root } from '../lib/root.mjs'
import { run } from '../lib/run.mjs'
import { manifestReader, settingNames } from './manifest-checks.mjs'
import { makeNpmPackage } from './npm-package.mjs'
import { runStandIn } from './integrations/run-stand-in.mjs'
import { standInServices } from './integrations/stand-in-services.mjs'
import { testAction } from './integrations/test-action.mjs'
import { testSendmail } from './integrations/test-sendmail.mjs'

const integrations = join(root, 'integrations')
const testcontainers = '12.2.0'

await installPackages()
await installTools([tools.go, tools.curl, tools.shellcheck, tools.bubblewrap, tools.phpMailers])
const node = node24()
const report = createReport()
const folder = await mkdtemp(join(tmpdir(), 'mailstop-integrations-'))
try {
  await checkScripts()
  await checkCompose()
  await checkAddOn()
  await checkActionFile()
  await checkModules()
  const app = await makeNpmPackage(node)
  await testAction(report, join(folder, 'action'), `${node} ${join(app, 'server/main.js')}`)
  await installFeature(app)
  await testSendmail(report, node, join(app, 'server/main.js'))
  for (const [name, service] of Object.entries(standInServices)) {
    const { code, output } = await runStandIn(node, app, service)
    report.check(`It stands where Mailpit stood: ${name}`, code === 0, output)
  }
} finally {
  await rm(folder, { recursive: true, force: true, maxRetries: 3 })
}
report.say(
  'Not shown: Docker, DDEV, Lando, Sail, GitHub, GitLab and an editor with containers were not run.',
)
process.exitCode = report.end()

async function filesOf(/** @type {string} */ ending) {
  const entries = await readdir(integrations, { recursive: true })
  return entries.filter((name) => name.endsWith(ending)).map((name) => join(integrations, name))
}

async function checkScripts() {
  const files = [...(await filesOf('.sh')), join(integrations, 'sendmail/sendmail')]
  const { code, output } = await run('shellcheck', files)
  report.check(`shellcheck accepts ${files.length} scripts`, code === 0 && files.length > 1, output)
}

async function checkCompose() {
  const read = await manifestReader('compose')
  const isSetting = await settingNames()
  const env = { ...process.env, APP_IMAGE: 'app', DDEV_SITENAME: 'shop', DDEV_APPROOT: '/shop' }
  const files = [
    'compose/compose.yaml',
    'sail/compose.override.yaml',
    'ddev/docker-compose.mailstop.yaml',
  ]
  for (const file of files) {
    const path = join(integrations, file)
    const { code, stdout, output } = await run(read, [path], {
      env: { ...env, DDEV_HOSTNAME: 'shop.ddev.site' },
    })
    const project = code === 0 ? JSON.parse(stdout) : { services: [], env: [] }
    const ofTheRouter = ['VIRTUAL_HOST', 'HTTP_EXPOSE', 'HTTPS_EXPOSE']
    const unknown = project.env.filter(
      (/** @type {string} */ name) => !isSetting(name) && !ofTheRouter.includes(name),
    )
    report.check(
      `${file} is valid, with services ${project.services.join(', ')}`,
      code === 0 && unknown.length === 0,
      code === 0 ? `The server does not read ${unknown.join()}` : output,
    )
    const broken = join(folder, 'broken.yaml')
    await writeFile(broken, (await readFile(path, 'utf8')).replaceAll(' image:', ' imagez:'))
    const refused = await run(read, [broken], { env })
    report.check(`refused: ${file} with a field "imagez"`, refused.output.includes('imagez'))
  }
}

/** DDEV copies what is named, and replaces later only what says that it made it. */
async function checkAddOn() {
  const addOn = join(integrations, 'ddev')
  const text = await readFile(join(addOn, 'install.yaml'), 'utf8')
  const [, list = ''] = /^project_files:\n((?: {2}- .*\n)+)/m.exec(text) ?? []
  const named = [...list.matchAll(/- (.+)/g)].map(([, name = '']) => name).toSorted()
  const there = (await filesOf(''))
    .map((file) => relative(addOn, file))
    .filter((name) => /^(?!install[.]|[.][.]).*[.](yaml|ini)$/.test(name))
  report.check(
    `The add-on names its files: ${named.join(', ')}`,
    named.join() === there.toSorted().join(),
  )
  const texts = await Promise.all(named.map((name) => readFile(join(addOn, name), 'utf8')))
  report.check(
    'DDEV may replace and remove each',
    named.length > 0 && texts.every((one) => /^(; )?#ddev-generated\n/.test(one)),
  )
}

/** actionlint reads the files of an action through a workflow that uses it. */
async function checkActionFile() {
  const actionlint = await goTool('actionlint')
  const project = join(folder, 'project')
  await mkdir(join(project, '.github/workflows'), { recursive: true })
  await cp(join(integrations, 'github-action'), join(project, 'mailstop'), { recursive: true })
  execFileSync('git', ['init', '--quiet', project])
  const lint = async (/** @type {string} */ input) => {
    const workflow = join(project, '.github/workflows/test.yml')
    const steps = `
      - id: mailstop
        uses: ./mailstop
        with: { ${input}: mailstop }
      - run: curl '\${{ steps.mailstop.outputs.url }}'
      - if: failure()
        uses: ./mailstop/keep
        with: { name: mail }`
    await writeFile(
      workflow,
      `on: push\njobs:\n  test:\n    runs-on: ubuntu-24.04\n    steps:${steps}\n`,
    )
    return run(actionlint, [workflow], { cwd: project })
  }
  const accepted = await lint('image')
  report.check('actionlint accepts the actions in a workflow', accepted.code === 0, accepted.output)
  const refused = await lint('imagez')
  report.check('refused: an input "imagez"', refused.output.includes('imagez'), refused.output)
  for (const { file, text } of documents.flatMap(blocksOf)) {
    if (!text.includes('runs-on:')) continue
    const workflow = join(project, '.github/workflows/test.yml')
    await writeFile(workflow, text.startsWith('jobs:') ? `on: push\n${text}\n` : `${text}\n`)
    const { code, output } = await run(actionlint, [workflow], { cwd: project })
    report.check(`actionlint accepts the workflow of ${file}`, code === 0, output)
  }
}

async function checkModules() {
  const go = join(integrations, 'testcontainers/go')
  const vetted = await phase('Checking the module for Go', () =>
    run('go', ['vet', './...'], { cwd: go, env: { ...process.env, GOFLAGS: '-mod=readonly' } }),
  )
  report.check(
    'go vet accepts the module for Testcontainers and its example',
    vetted.code === 0,
    vetted.output,
  )
  const project = join(folder, 'node')
  await cp(join(integrations, 'testcontainers/node'), project, { recursive: true })
  await npm(['install', '--ignore-scripts', '--no-save', `testcontainers@${testcontainers}`], {
    cwd: project,
  })
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  const types = ['--types', 'node', '--typeRoots', join(root, 'node_modules/@types')]
  const module = [
    '--module',
    'nodenext',
    '--target',
    'es2024',
    '--strict',
    '--noEmit',
    '--skipLibCheck',
  ]
  const checked = await run(node, [compiler, ...module, ...types, 'mailstop-container.ts'], {
    cwd: project,
  })
  report.check(
    'The class for Testcontainers has the types of its library',
    checked.code === 0,
    checked.output,
  )
}

/** @param {string} app the npm package, installed as the feature does, below a folder of ours */
async function installFeature(app) {
  const target = join(folder, 'container')
  const feature = join(integrations, 'devcontainer/mailstop')
  const env = { ...cleanEnvironment(), PACKAGE: app, DESTDIR: target, npm_config_prefix: target }
  const installed = await run('sh', [join(feature, 'install.sh')], { env })
  report.check(
    'The feature for development containers installs',
    installed.code === 0,
    installed.output,
  )
  const { id, entrypoint } = JSON.parse(
    await readFile(join(feature, 'devcontainer-feature.json'), 'utf8'),
  )
  const script = await readFile(join(target, entrypoint), 'utf8')
  report.check('Its start script is where it says', script.includes('exec "$@"'))
  report.check(
    'Its folder has the name of its id, as the specification asks',
    feature.endsWith(`/${id}`),
  )
  const version = await run(join(target, 'bin/mailstop'), ['--version'], {
    env: { ...env, PATH: `${join(node, '..')}:${process.env.PATH}` },
  })
  report.check('What it installed runs', version.code === 0, version.output)
}
