// npm run test:image: builds the image from deploy/Dockerfile, unchanged, on stand-ins for its base images,
// and runs it with podman: a read-only root, no capabilities, any user; real mail clients; kill -9 in
// the middle of mail and a restart on the same volume. Linux, as root.

import { chmod, chown, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installTools, tools } from '../lib/debian-packages.mjs'
import { installPackages } from '../lib/install-packages.mjs'
import { node24 } from '../lib/node-24.mjs'
import { startProcess } from '../lib/programs/processes.mjs'
import { createReport } from '../lib/report.mjs'
import { root } from '../lib/root.mjs'
import { run } from '../lib/run.mjs'
import { makeStandInImages } from './stand-in-images.mjs'
import { phase } from '../lib/phase.mjs'
import { freePort } from './test-registry.mjs'
import { useMailstop, userProgram } from '../lib/programs/use-mailstop.mjs'

/** What the image has beside Debian and Node, whose program alone has 108 MB without its symbols. */
const mostBytes = 12.5e6
const image = 'localhost/mailstop-test'
const randomUser = '123456'

if (process.getuid?.() !== 0) {
  console.error('test:image builds and runs containers: run it as root, on Linux.')
  process.exit(1)
}
await installPackages()
const { python, swaks, curl, msmtp, django, rubyMail, phpMailers, perlMailers } = tools
const clients = [python, swaks, curl, msmtp, django, rubyMail, phpMailers, perlMailers]
await installTools([tools.containers, ...clients])
const node = node24()
const report = createReport()
const folder = await mkdtemp(join(tmpdir(), 'mailstop-image-'))
const storage = ['--root', join(folder, 'storage'), '--runroot', join(folder, 'run')]

/** `podman run` as a careful operator has it. */
const hardened = [
  ...storage,
  '--runtime=runc',
  '--cgroup-manager=cgroupfs',
  'run',
  '--rm',
  // Where systemd does not run, podman cannot schedule it.
  '--no-healthcheck',
  '--network=host',
  '--read-only',
  '--cap-drop=all',
  '--security-opt=no-new-privileges',
  '--ulimit=nofile=4096:4096',
  '--ulimit=nproc=4096:4096',
]

try {
  const { debianBytes } = await phase('Making stand-ins for the base images', () =>
    makeStandInImages(buildah, node, folder),
  )
  await buildImage(debianBytes)
  await useWithAccounts()
  await useOpenly()
  await useAsMailpit()
} finally {
  await run('podman', [...storage, 'rm', '--all', '--force'])
  await run('podman', [...storage, 'rmi', '--all', '--force'])
  await run('umount', [join(folder, 'storage', 'overlay')])
  await rm(folder, { recursive: true, force: true, maxRetries: 3 })
}
report.say('Not shown: the real base images, the platform arm64, a bridge network, docker itself.')
process.exitCode = report.end()

/** @param {number} debianBytes */
async function buildImage(debianBytes) {
  const args = ['bud', '--isolation=chroot', '--pull-never', '--format=docker', '--tag', image]
  const built = await phase('Building deploy/Dockerfile', () =>
    run('buildah', [...storage, ...args, '--file=deploy/Dockerfile', '.'], { cwd: root }),
  )
  if (
    !report.check(
      'deploy/Dockerfile builds, unchanged',
      built.code === 0,
      built.output.slice(-4_000),
    )
  ) {
    throw new Error('There is no image to test')
  }
  const inspected = await run('podman', [...storage, 'inspect', '--type=image', image])
  const [{ Size: size, Config: config, Healthcheck: check }] = JSON.parse(inspected.stdout)
  const asked = ['--entrypoint=stat', image, '-c', '%s', '/usr/local/bin/node']
  const measured = await run('podman', [...hardened, ...asked])
  const nodeBytes = Number(measured.stdout)
  const own = size - debianBytes - nodeBytes
  report.check(
    `It adds ${megabytes(own)} to Debian's ${megabytes(debianBytes)} and Node's ${megabytes(nodeBytes)}; at most ${megabytes(mostBytes)}`,
    own <= mostBytes,
    measured.output,
  )
  const { User, StopSignal, ExposedPorts, Volumes, Labels } = config
  report.check(`Its user is ${User}`, /^[1-9]\d*(:|$)/.test(User))
  report.check(`It stops by ${StopSignal}`, StopSignal === 'SIGTERM')
  const ports = Object.keys(ExposedPorts ?? {}).join()
  report.check(
    `It exposes ${ports}`,
    ['8025', '2525', '2587', '1025'].every((port) => ports.includes(port)),
  )
  report.check('Its volume is /data', Volumes !== undefined && '/data' in Volumes)
  report.check('It has a health check', check?.Test?.includes('health') === true)
  const named = Object.keys(Labels ?? {}).filter((name) =>
    name.startsWith('org.opencontainers.image.'),
  )
  report.check(`It has ${named.length} labels of OCI`, named.length >= 6)
}

async function useWithAccounts() {
  const data = join(folder, 'data')
  await mkdir(data)
  // OpenShift starts it as this: a random user of the group root, which owns nothing.
  await chown(data, 0, 0)
  await chmod(data, 0o770)
  const first = await startContainer(`${randomUser}:0`, data, [])
  report.check('It serves with a read-only root, no capabilities and a random user', true)
  const asked = await run('podman', [
    ...hardened,
    `--user=${randomUser}:0`,
    `--env=HTTP_PORT=${first.httpPort}`,
    image,
    'health',
    '--ready',
    '--wait=30',
  ])
  report.check('Its health check finds it ready', asked.code === 0, asked.output)
  const signedUp = await useMailstop(node, 'sign-up', first.origin)
  const [, token = ''] = await first.container.line(/\/verify-email\/([\w-]+)/)
  const verified = await useMailstop(node, 'verify', first.origin, token)
  report.check(
    'An account is made with the printed link',
    signedUp.code === 0 && verified.code === 0,
    signedUp.output + verified.output,
  )

  const sent = await useMailstop(node, 'send-by-every-client', first.origin, first.smtpPort)
  /** @type {{ client: string, mode: string, problem?: string }[]} */
  const results = sent.code === 0 ? JSON.parse(sent.stdout) : []
  const names = new Set(results.map(({ client }) => client))
  report.check(`${names.size} mail clients were run`, names.size >= 10, sent.output)
  for (const { client, mode, problem } of results) {
    report.check(
      `${client} (${mode}): its mail is kept byte for byte`,
      problem === undefined,
      problem,
    )
  }

  const sending = startProcess(node, [
    userProgram,
    'send-until-it-ends',
    first.origin,
    first.smtpPort,
  ])
  await sending.until(() => sending.output().split('\n').length > 60)
  await run('podman', [...storage, '--runtime=runc', 'kill', '--signal=KILL', first.name])
  await first.container.ended
  await sending.ended
  const acknowledged = [...sending.output().matchAll(/"acknowledged":"(\w+)"/g)].map(([, id]) => id)

  const second = await startContainer(`${randomUser}:0`, data, [], first)
  const listed = await useMailstop(node, 'list-mails', second.origin)
  /** @type {string[]} */
  const kept = listed.code === 0 ? JSON.parse(listed.stdout) : []
  const lost = acknowledged.filter((one) => one && !kept.includes(one))
  report.check(
    `After kill -9 and a restart, all ${acknowledged.length} mails that were acknowledged are there`,
    acknowledged.length > 50 && lost.length === 0,
    `${lost.length} lost. ${listed.output.slice(0, 500)}`,
  )
  const code = await second.stop()
  report.check(`It stops in order, with code ${code}`, code === 0, second.container.output())
}

async function useOpenly() {
  const data = join(folder, 'open')
  await mkdir(data)
  await chown(data, 1000, 0)
  const opened = await startContainer('1000:0', data, ['--open', '--host', '0.0.0.0'])
  const used = await useMailstop(node, 'send-one-openly', opened.origin, opened.smtpPort)
  const { sent, kept } = used.code === 0 ? JSON.parse(used.stdout) : {}
  report.check('In open mode a mail without a login is kept', kept?.[0] === sent, used.output)
  const code = await opened.stop()
  report.check(`It stops in order, with code ${code}`, code === 0, opened.container.output())
}

/** No arguments but Mailpit's variables, its health check, and its place for data. */
async function useAsMailpit() {
  const data = join(folder, 'mailpit')
  await mkdir(data)
  await chown(data, 1000, 0)
  const ports = { httpPort: String(await freePort()), smtpPort: String(await freePort()) }
  const asMailpit = [
    '--env=MAILSTOP_AS=mailpit',
    `--env=MP_UI_BIND_ADDR=0.0.0.0:${ports.httpPort}`,
    `--env=MP_SMTP_BIND_ADDR=0.0.0.0:${ports.smtpPort}`,
  ]
  const first = await startContainer('1000:0', data, [], ports, asMailpit)
  await first.container.line(/accessible via http:/)
  const health = ['--entrypoint=/mailpit', `--env=MP_UI_BIND_ADDR=0.0.0.0:${ports.httpPort}`]
  const asked = await run('podman', [...hardened, ...health, image, 'readyz', '--wait'])
  report.check(
    'In place of Mailpit, /mailpit readyz finds it ready',
    asked.code === 0,
    asked.output,
  )
  const used = await useMailstop(node, 'send-one-openly', first.origin, first.smtpPort)
  const { sent, kept } = used.code === 0 ? JSON.parse(used.stdout) : {}
  report.check('It takes mail by defaults', kept?.[0] === sent, used.output)
  const sendmail = [`--env=MP_SENDMAIL_SMTP_ADDR=localhost:${ports.smtpPort}`, '--entrypoint=sh']
  const script = `printf 'To: a@b.test\nSubject: by its name\n\nx\n' | sendmail -t -i`
  const called = await run('podman', [...hardened, ...sendmail, image, '-c', script])
  const latest = await (await fetch(`${first.origin}/api/v1/message/latest`)).text()
  report.check(
    'Its sendmail sends as that of Mailpit',
    called.code === 0 && latest.includes('"Subject":"by its name"'),
    called.output,
  )
  await first.stop()
  const second = await startContainer('1000:0', data, [], ports, asMailpit)
  const answer = await fetch(`${second.origin}/api/v1/messages`)
  const { total } = /** @type {{ total: number }} */ (await answer.json())
  report.check('It keeps mail in a folder that is mounted at /data', total === 2, String(total))
  await second.stop()
}

/**
 * @param {string} user @param {string} data a folder of this machine @param {string[]} words
 * @param {{ httpPort: string, smtpPort: string }} [ports] of a container before
 * @param {string[]} [more] options of podman
 */
async function startContainer(user, data, words, ports, more = []) {
  const httpPort = ports?.httpPort ?? String(await freePort())
  const smtpPort = ports?.smtpPort ?? String(await freePort())
  const name = `mailstop-test-${httpPort}-${Math.trunc(performance.now())}`
  const began = performance.now()
  const variables = [
    `--env=HTTP_PORT=${httpPort}`,
    `--env=SMTP_PORTS=${smtpPort}`,
    '--env=SMTP_STARTTLS_PORTS=0',
  ]
  const options = [
    `--name=${name}`,
    `--user=${user}`,
    `--volume=${data}:/data`,
    ...variables,
    ...more,
  ]
  const container = startProcess('podman', [...hardened, ...options, image, ...words])
  await container.line(/Inbox\s+http/)
  report.say(`A container started in ${((performance.now() - began) / 1_000).toFixed(1)} s.`)
  return {
    name,
    container,
    httpPort,
    smtpPort,
    origin: `http://localhost:${httpPort}`,
    async stop() {
      await run('podman', [...storage, '--runtime=runc', 'stop', '--time=40', name])
      return container.ended
    },
  }
}

/** @param {...string} args */
async function buildah(...args) {
  const { code, output, stdout } = await run('buildah', [...storage, ...args])
  if (code !== 0) throw new Error(`buildah ${args.join(' ')} failed:\n${output}`)
  return stdout
}

/** @param {number} bytes */
function megabytes(bytes) {
  return `${(bytes / 1e6).toFixed(1)} MB`
}
