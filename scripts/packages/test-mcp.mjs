// npm run test:mcp: agents of others use a server with `--ci`. Their packages are installed apart, in MCP_CLIENTS or a
// temporary folder, since the first generation of the SDK brings a web server along: its client, and the command line of
// the inspector. The client of the second generation is used by `npm test`.

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, server } from '../lib/builds.mjs'
import { installPackages } from '../lib/install-packages.mjs'
import { node24 } from '../lib/node-24.mjs'
import { cleanEnvironment, npm } from '../lib/npm.mjs'
import { startProcess } from '../lib/programs/processes.mjs'
import { createReport } from '../lib/report.mjs'
import { root } from '../lib/root.mjs'
import { run } from '../lib/run.mjs'

const clients = {
  '@modelcontextprotocol/sdk': '1.32.2',
  '@modelcontextprotocol/inspector': '2.12.0',
}
const token = 'mst_agents-of-the-test'
const everyTool = [
  'search_mails',
  'get_mail',
  'wait_for_mail',
  'get_link',
  'new_address',
  'get_attachment',
  'mark_mail',
  'delete_mails',
  'smtp_settings',
  'list_inboxes',
  'make_inbox',
  'check_mail',
  'fail_smtp',
  'drill_smtp',
].toSorted()

await installPackages()
const node = node24()
await build(node, server)
const report = createReport()
const temporary = await mkdtemp(join(tmpdir(), 'mailstop-mcp-'))
const folder = process.env.MCP_CLIENTS ?? join(temporary, 'clients')
const product = startProcess(
  node,
  [join(root, 'packages/server/dist/main.js'), '--ci', '--port', '0', '--smtp', '0'],
  {
    env: { PATH: process.env.PATH, TMPDIR: temporary, CI_TOKEN: token, LOG_LEVEL: 'warn' },
  },
)
try {
  await installClients()
  const [, origin = ''] = (await product.line(/Inbox\s+(http\S+)/)) ?? []
  await product.line(/Data /)
  const url = new URL('/mcp', origin)
  await useClient(url)
  await useInspector(url)
} finally {
  await product.stop()
  await rm(temporary, { recursive: true, force: true })
}
report.say('Not shown: an agent with a model. Every call is the one that a model would choose.')
process.exitCode = report.end()

async function installClients() {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'package.json'), '{ "private": true }')
  const names = Object.entries(clients).map(([name, version]) => `${name}@${version}`)
  const args = ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...names]
  const installed = await npm(args, { cwd: folder })
  report.check(`npm installs ${names.join(', ')}`, installed.code === 0, installed.output)
}

/** @param {string} name @returns {Promise<any>} */
async function load(name) {
  const find = createRequire(join(folder, 'package.json'))
  return import(pathToFileURL(find.resolve(name)).href)
}

/** @param {URL} url @param {string} bearer */
async function connect(url, bearer) {
  const { Client } = await load('@modelcontextprotocol/sdk/client/index.js')
  const { StreamableHTTPClientTransport } = await load(
    '@modelcontextprotocol/sdk/client/streamableHttp.js',
  )
  const client = new Client({ name: 'first', version: '1' })
  await client.connect(
    new StreamableHTTPClientTransport(url, {
      requestInit: { headers: { authorization: `Bearer ${bearer}` } },
    }),
  )
  return client
}

/** @param {URL} url */
async function useClient(url) {
  const client = await connect(url, token)
  const { tools } = await client.listTools()
  const names = tools.map((/** @type {{ name: string }} */ tool) => tool.name).toSorted()
  report.check('The client lists every tool', names.join() === everyTool.join(), names.join())
  try {
    const code = await readCode(client, url)
    report.check('An agent reads the code of a mail that it caused', code === '482913', code)
    await callEveryTool(client)
  } finally {
    await client.close()
  }
  const refused = await connect(url, `${token}-wrong`).then(
    () => '',
    (/** @type {Error} */ error) => error.message,
  )
  report.check(
    'The client is refused with a wrong token',
    /401|Unauthorized|unknown/i.test(refused),
    refused,
  )
}

/** What an agent does that tests a sign-up. @param {any} client @param {URL} url @returns {Promise<string>} */
async function readCode(client, url) {
  const made = await call(client, 'new_address', { name: 'signup' })
  const { address, marker } = made.structuredContent
  const waiting = call(client, 'wait_for_mail', { to: address, after: marker, timeout_s: 30 })
  await postMail(url, address)
  const { structuredContent } = await waiting
  return structuredContent.mail.written_by_sender.code
}

/** Posts a mail as an app would send it. @param {URL} url @param {string} to */
async function postMail(url, to) {
  const path = `/api/teams/current/mails?to=${encodeURIComponent(to)}&from=app%40shop.test`
  const lines = ['From: app@shop.test', `To: ${to}`, 'Subject: Your code', '']
  const posted = await fetch(new URL(path, url), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'message/rfc822' },
    body: [...lines, 'Your code is 482913.', 'https://shop.test/confirm', ''].join('\r\n'),
  })
  if (!posted.ok) throw new Error(await posted.text())
}

/** @param {any} client */
async function callEveryTool(client) {
  const { structuredContent: found } = await call(client, 'search_mails', { subject: 'Your code' })
  const [{ id }] = found.mails
  /** @type {[string, object][]} */
  const calls = [
    ['get_mail', { id, parts: ['text', 'headers'] }],
    ['get_link', { id }],
    ['mark_mail', { ids: [id], read: true }],
    ['smtp_settings', {}],
    ['delete_mails', { ids: [id] }],
  ]
  for (const [tool, given] of calls) {
    const { isError, content } = await call(client, tool, given)
    report.check(`${tool} answers`, !isError, JSON.stringify(content))
  }
  const missing = await call(client, 'get_attachment', { id, key: '1' })
  report.check('get_attachment of a deleted mail is refused', missing.isError === true)
}

/** @param {any} client @param {string} name @param {object} given */
function call(client, name, given) {
  return client.callTool({ name, arguments: given })
}

/** @param {URL} url */
async function useInspector(url) {
  await postMail(url, 'ada@customer.test')
  const listed = await inspect(url, ['--method', 'tools/list', '--strict'])
  const names = parsed(listed.stdout)?.tools?.map(
    (/** @type {{ name: string }} */ { name }) => name,
  )
  report.check(
    'The inspector lists every tool, and finds no fault in their schemas',
    listed.code === 0 && names?.toSorted().join() === everyTool.join(),
    listed.output,
  )
  for (const words of [
    ['search_mails', 'q=code'],
    ['wait_for_mail', 'to=ada@customer.test'],
    ['new_address', 'name=ada'],
    ['smtp_settings'],
  ]) {
    const [name = '', ...given] = words
    const args = given.flatMap((each) => ['--tool-arg', each])
    const called = await inspect(url, ['--method', 'tools/call', '--tool-name', name, ...args])
    const { structuredContent, isError } = parsed(called.stdout) ?? {}
    report.check(
      `The inspector calls ${words.join(' ')}`,
      called.code === 0 && structuredContent !== undefined && !isError,
      called.output,
    )
  }
  const refused = await inspect(url, ['--method', 'tools/list'], `${token}-wrong`)
  report.check('The inspector is refused with a wrong token', refused.code !== 0, refused.output)
}

/** @param {URL} url @param {string[]} words @param {string} [bearer] */
function inspect(url, words, bearer = token) {
  const program = join(
    folder,
    'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js',
  )
  const header = ['--header', `Authorization: Bearer ${bearer}`]
  const env = { ...cleanEnvironment(), HOME: temporary }
  const args = [program, '--cli', url.href, '--transport', 'http', ...header, ...words]
  return run(node, args, { cwd: temporary, env })
}

/** @param {string} text @returns {any} */
function parsed(text) {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
