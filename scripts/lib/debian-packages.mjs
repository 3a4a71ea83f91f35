// What the tests need from the machine beyond npm: named, looked for, and installed on Debian when
// we may. A test whose tool is missing is never skipped in silence.

import { accessSync, constants, readdirSync, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run, runOnTerminal } from './run.mjs'

/** Another run, or the system's own upgrade, may be installing. */
const waitForLock = '-oDPkg::Lock::Timeout=300'

/** @typedef {{ name: string, find: () => Promise<string | undefined>, debian: string[] }} Tool */

/** @satisfies {Record<string, Tool>} */
export const tools = {
  chromium: {
    name: 'Chromium',
    find: async () =>
      process.env.CHROMIUM ?? command('chromium', 'chromium-browser', 'google-chrome'),
    debian: ['chromium'],
  },
  fonts: {
    name: 'fonts for the scripts of the world',
    find: async () => {
      const { code, stdout } = await run('fc-list', [':lang=ja', 'file'])
      return code === 0 && stdout.trim() ? stdout : undefined
    },
    debian: ['fontconfig', 'fonts-noto-core', 'fonts-noto-cjk', 'fonts-noto-color-emoji'],
  },
  postgres: {
    name: 'the PostgreSQL server',
    find: async () => command('initdb') ?? debianInitdb(),
    debian: ['postgresql'],
  },
  pgbouncer: {
    name: 'PgBouncer',
    find: () => inSbin('pgbouncer'),
    debian: ['pgbouncer'],
  },
  python: { name: 'Python', find: async () => command('python3'), debian: ['python3'] },
  aiosmtpd: {
    name: 'Python with aiosmtpd',
    // Debian's packages belong to Debian's Python, which may not be the first on PATH.
    find: async () => {
      for (const python of [command('python3'), '/usr/bin/python3']) {
        if (python && (await run(python, ['-c', 'import aiosmtpd'])).code === 0) return python
      }
      return undefined
    },
    debian: ['python3', 'python3-aiosmtpd'],
  },
  swaks: {
    name: 'swaks with TLS',
    find: async () => {
      const { code, output } = await run('swaks', ['--support'])
      return code === 0 && !output.includes('TLS not available') ? command('swaks') : undefined
    },
    debian: ['swaks', 'libnet-ssleay-perl'],
  },
  curl: { name: 'curl', find: async () => command('curl'), debian: ['curl'] },
  busybox: { name: 'busybox', find: async () => command('busybox'), debian: ['busybox'] },
  jq: { name: 'jq', find: async () => command('jq'), debian: ['jq'] },
  openssl: { name: 'OpenSSL', find: async () => command('openssl'), debian: ['openssl'] },
  msmtp: { name: 'msmtp', find: async () => command('msmtp'), debian: ['msmtp'] },
  django: {
    name: 'Django for Debian’s Python',
    find: () => runs('/usr/bin/python3', '-c', 'import django'),
    debian: ['python3-django'],
  },
  rubyMail: {
    name: 'Ruby with its mail library',
    find: () => runs('ruby', '-e', 'require "mail"'),
    debian: ['ruby', 'ruby-mail'],
  },
  php: { name: 'PHP', find: async () => command('php'), debian: ['php-cli'] },
  phpMailers: {
    name: 'PHP with PHPMailer and Symfony’s mailer',
    find: async () => {
      const folder = '/usr/share/php'
      const files = [`${folder}/libphp-phpmailer`, `${folder}/Symfony/Component/Mailer`]
      return runs('php', '-r', files.map((file) => `require '${file}/autoload.php';`).join(' '))
    },
    debian: ['php-cli', 'libphp-phpmailer', 'php-symfony-mailer'],
  },
  phpFrameworks: {
    name: 'PHP with Symfony’s mailer, phpdotenv and Laravel’s support library',
    find: async () => {
      const parts = ['Symfony/Component/Mailer', 'Symfony/Component/Dotenv', 'Dotenv']
      const files = [...parts, 'Illuminate/Support'].map((part) => `/usr/share/php/${part}`)
      return runs('php', '-r', files.map((file) => `require '${file}/autoload.php';`).join(' '))
    },
    debian: [
      'php-cli',
      'php-symfony-mailer',
      'php-symfony-dotenv',
      'php-vlucas-phpdotenv',
      'php-illuminate-support',
    ],
  },
  rails: {
    name: 'Ruby with Rails and its Action Mailer',
    find: () => runs('ruby', '-e', 'require "rails"; require "action_mailer/railtie"'),
    debian: ['ruby', 'ruby-railties', 'ruby-actionmailer'],
  },
  mono: {
    name: 'Mono with its C# compiler',
    find: async () => command('mcs') && command('mono'),
    debian: ['mono-mcs', 'mono-runtime', 'libmono-system4.0-cil'],
  },
  elixir: { name: 'Elixir', find: async () => command('elixir'), debian: ['elixir'] },
  go: { name: 'Go', find: async () => command('go'), debian: ['golang-go'] },
  rust: { name: 'Rust with cargo', find: async () => command('cargo'), debian: ['cargo'] },
  java: {
    name: 'Java 17 or newer with Maven',
    find: async () => command('java') && command('mvn'),
    debian: ['default-jdk-headless', 'maven'],
  },
  perlMailers: {
    name: 'Perl with Email::Sender, SASL and TLS',
    find: () =>
      runs('perl', '-MEmail::Sender::Simple', '-MAuthen::SASL', '-MIO::Socket::SSL', '-e', '1'),
    debian: ['perl', 'libemail-sender-perl', 'libauthen-sasl-perl', 'libio-socket-ssl-perl'],
  },
  nbdkit: {
    name: 'nbdkit with its cache filter',
    find: () => runs('nbdkit', '--filter=cache', 'file', '--dump-plugin'),
    debian: ['nbdkit'],
  },
  nbdfuse: {
    name: 'nbdfuse',
    find: async () => command('nbdfuse'),
    debian: ['libnbd-bin', 'fuse3'],
  },
  ext4: { name: 'mkfs.ext4 and e2fsck', find: () => inSbin('mkfs.ext4'), debian: ['e2fsprogs'] },
  containers: {
    name: 'buildah, podman with runc, and mmdebstrap',
    find: async () => {
      const programs = ['buildah', 'podman', 'mmdebstrap'].map((name) => command(name))
      const runc = await inSbin('runc')
      return runc && programs.every((path) => path !== undefined) ? runc : undefined
    },
    debian: ['buildah', 'podman', 'runc', 'mmdebstrap'],
  },
  debianPackageTools: {
    name: 'dpkg-deb and strip',
    find: async () => command('dpkg-deb') && command('strip'),
    debian: ['dpkg', 'binutils'],
  },
  debianPackageChecks: {
    name: 'lintian, mmdebstrap and systemd-analyze',
    find: async () => command('lintian') && command('mmdebstrap') && command('systemd-analyze'),
    debian: ['lintian', 'mmdebstrap', 'systemd'],
  },
  caddy: { name: 'Caddy', find: async () => command('caddy'), debian: ['caddy'] },
  haproxy: { name: 'HAProxy', find: () => inSbin('haproxy'), debian: ['haproxy'] },
  nginxStream: {
    name: 'nginx with its stream module',
    find: () => runs('sh', '-c', 'ls /usr/lib/nginx/modules/ngx_stream_module.so && nginx -v'),
    debian: ['nginx', 'libnginx-mod-stream'],
  },
  iptables: { name: 'iptables', find: () => inSbin('iptables'), debian: ['iptables'] },
  faketime: {
    name: 'libfaketime',
    find: () => runs('sh', '-c', 'ls /usr/lib/*/faketime/libfaketimeMT.so.1'),
    debian: ['libfaketime'],
  },
  spamassassin: { name: 'spamd', find: () => inSbin('spamd'), debian: ['spamd', 'spamassassin'] },
  rspamd: { name: 'Rspamd', find: async () => command('rspamd'), debian: ['rspamd'] },
  promtool: { name: 'promtool', find: async () => command('promtool'), debian: ['prometheus'] },
  fetchmail: {
    name: 'fetchmail',
    find: async () => command('fetchmail'),
    debian: ['fetchmail'],
  },
  getmail: { name: 'getmail', find: async () => command('getmail'), debian: ['getmail6'] },
  shellcheck: {
    name: 'ShellCheck',
    find: async () => command('shellcheck'),
    debian: ['shellcheck'],
  },
  bubblewrap: { name: 'bubblewrap', find: async () => command('bwrap'), debian: ['bubblewrap'] },
  loopDevices: { name: 'losetup', find: () => inSbin('losetup'), debian: ['mount'] },
}

/** The command, when it ends well. @param {string} program @param {string[]} args */
async function runs(program, ...args) {
  return (await run(program, args)).code === 0 ? program : undefined
}

/** Debian keeps what only root uses off the PATH of others. @param {string} program */
async function inSbin(program) {
  return [command(program), `/usr/sbin/${program}`, `/sbin/${program}`].find(
    (path) => path !== undefined && isExecutable(path),
  )
}

/** Ends the process with the reason when a tool is missing and cannot be installed. @param {Tool[]} needed */
export async function installTools(needed) {
  const found = await Promise.all(needed.map(async (tool) => ({ tool, path: await tool.find() })))
  const missing = found.filter(({ path }) => !path).map(({ tool }) => tool)
  if (missing.length === 0) return
  const packages = missing.flatMap(({ debian }) => debian)
  for (const { name, debian } of missing) {
    console.log(`Missing: ${name} (Debian packages: ${debian.join(', ')})`)
  }
  const asRoot = process.getuid?.() === 0
  if (!command('apt-get')) stop('this machine has no apt-get')
  if (!asRoot && (await run('sudo', ['-n', 'true'])).code !== 0) {
    stop('only root may install packages, and sudo asks for a password')
  }
  const aptGet = async (/** @type {string[]} */ ...args) => {
    const line = ['env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', waitForLock, ...args]
    const [program = 'env', ...rest] = asRoot ? line : ['sudo', '-n', ...line]
    console.log([program, ...rest].join(' '))
    return (await runOnTerminal(program, rest)) === 0
  }
  const install = () => aptGet('install', '-y', '-qq', '--no-install-recommends', ...packages)
  if (!(await install())) {
    await aptGet('update', '-qq')
    if (!(await install())) stop('apt-get could not install them')
  }
  for (const tool of missing) {
    if (!(await tool.find())) stop(`${tool.name} is still missing`)
  }

  function stop(/** @type {string} */ reason) {
    console.error(`The tests cannot run: ${reason}. Install ${packages.join(' ')} and try again.`)
    process.exit(1)
  }
}

/** @param {string[]} names @returns {string | undefined} the first of these commands on PATH */
function command(...names) {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((path) => isExecutable(path))
}

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}

/** Debian keeps the server's binaries off PATH, in a folder per version. */
function debianInitdb() {
  try {
    return readdirSync('/usr/lib/postgresql')
      .map((version) => `/usr/lib/postgresql/${version}/bin/initdb`)
      .findLast(isExecutable)
  } catch {
    return undefined
  }
}
