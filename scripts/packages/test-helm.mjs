// npm run test:helm: the chart with many sets of values, read by the types of the Kubernetes API, which
// refuse an unknown field; and the compose files, read as `docker compose` reads them. Nothing runs.

import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { chartCases } from './chart-cases.mjs'
import { blockOf, blocksOf, documents } from '../lib/document-blocks.mjs'
import { goTool } from '../lib/go-tools.mjs'
import { installPackages } from '../lib/install-packages.mjs'
import { manifestReader, settingNames } from './manifest-checks.mjs'
import { createReport } from '../lib/report.mjs'
import { root } from '../lib/root.mjs'

const chart = join(root, 'deploy', 'helm', 'mailstop')
// Helm itself assumes an old version when it is built by `go install`.
const kubeVersion = 'v1.33.0'

await installPackages()
const helm = await goTool('helm')
const readKubernetes = await manifestReader('kubernetes')
const readCompose = await manifestReader('compose')
const isSetting = await settingNames()
const report = createReport()

const linted = await pipe(helm, ['lint', '--strict', `--kube-version=${kubeVersion}`, chart])
report.check('helm lint --strict accepts the chart', linted.code === 0, linted.output)
for (const chartCase of chartCases) {
  const problem = await render(chartCase)
  report.check(
    `${chartCase.refused ? 'refused: ' : ''}${chartCase.name}`,
    problem === undefined,
    problem,
  )
}
await checkThatUnknownFieldsAreFound()
await checkCompose()
await checkDocuments()
report.say('Not shown: nothing was installed on a cluster, and no compose file was run.')
process.exitCode = report.end()

/** @param {import('./chart-cases.mjs').ChartCase} chartCase @returns {Promise<string | undefined>} what is wrong */
async function render({ values, kinds = [], env = [], contains = [], refused }) {
  const args = ['template', 'inbox', chart, '--namespace=mail', `--kube-version=${kubeVersion}`]
  const made = await pipe(helm, [...args, '--values=-'], JSON.stringify(values))
  if (refused) {
    if (made.code === 0) return 'It was accepted.'
    return made.output.includes(refused) ? undefined : made.output
  }
  if (made.code !== 0) return made.output
  const read = await pipe(readKubernetes, [], made.stdout)
  if (read.code !== 0) return read.output
  const objects = lines(read.stdout)
  const found = objects.map(({ kind }) => kind).toSorted()
  const wanted = ['Service', 'Service', 'ServiceAccount', ...kinds].toSorted()
  if (found.join() !== wanted.join()) return `It makes ${found.join()}, not ${wanted.join()}.`
  const names = objects.flatMap((object) => object.env)
  const unknown = names.filter((name) => !isSetting(name))
  if (unknown.length > 0) return `The server does not read ${unknown.join()}.`
  if (new Set(names).size < names.length) return `A variable is set twice: ${names.join()}.`
  const missing = [
    ...env.filter((name) => !names.includes(name)),
    ...contains.filter((part) => !made.stdout.includes(part)),
  ]
  return missing.length > 0 ? `It lacks ${missing.join(', ')}:\n${made.stdout}` : undefined
}

/** Shows that the readers refuse what they should. */
async function checkThatUnknownFieldsAreFound() {
  const service = 'apiVersion: v1\nkind: Service\nmetadata: { name: x }\nspec: { portz: [] }\n'
  const kubernetes = await pipe(readKubernetes, [], service)
  report.check(
    'refused: a field that Kubernetes does not know',
    kubernetes.code !== 0 && kubernetes.output.includes('portz'),
    kubernetes.output,
  )
}

async function checkCompose() {
  for (const name of ['compose.yaml', 'compose.open.yaml', 'compose.postgres.yaml']) {
    const file = join(root, 'deploy', name)
    const read = await pipe(readCompose, [file])
    const [project] = read.code === 0 ? lines(read.stdout) : []
    const unknown = project?.env.filter((setting) => !isSetting(setting)) ?? []
    report.check(
      `${name} is valid, with services ${project?.services?.join(', ')}`,
      project !== undefined && project.env.length > 0 && unknown.length === 0,
      project ? `The server does not read ${unknown.join()}` : read.output,
    )
    const broken = (await readFile(file, 'utf8')).replace('    ports:', '    portz:')
    const refused = await pipe(readCompose, ['-'], broken)
    report.check(
      `refused: ${name} with a field "portz"`,
      refused.code !== 0 && refused.output.includes('portz'),
      refused.output,
    )
  }
}

/** What the documents show of both. */
async function checkDocuments() {
  for (const { file, text } of documents.flatMap(blocksOf)) {
    if (!text.startsWith('services:')) continue
    const read = await pipe(readCompose, ['-'], text.replaceAll('IMAGE', 'mailstop'))
    report.check(`${file}: its compose file is valid`, read.code === 0, read.output)
  }
  const words = blockOf('deploy/README.md', 'helm install').replace('<your registry>', 'r.test')
  const [, , ...args] = words.split(' ')
  const made = await pipe(helm, ['template', ...args, `--kube-version=${kubeVersion}`])
  report.check(words, made.code === 0 && made.stdout.includes('r.test/mailstop'), made.output)
}

/** @param {string} text @returns {{ kind: string, env: string[], services?: string[] }[]} */
function lines(text) {
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
}

/** @param {string} program @param {string[]} args @param {string} [input] */
async function pipe(program, args, input = '') {
  const child = spawn(program, args, { cwd: root, stdio: 'pipe' })
  child.stdin.end(input)
  const [stdout, stderr, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise((resolve) => child.on('close', resolve)),
  ])
  return { code, stdout, output: stdout + stderr }
}
