import { join, resolve } from 'node:path'

/**
 * How each example of the credentials page is run: the place of its code in a minimal project, and the
 * command that starts the project. The projects are in `projects/`; `npm run test:languages -- examples` installs
 * their dependencies.
 */
export type ExampleRun = {
  name: string
  /** The subject of the mail that it sends. */
  subject: string
  /** The folder of its project, if it has more than the example's own file. */
  project?: string
  file: string
  command: readonly [string, ...string[]]
  env?: Record<string, string>
  /** It cannot use TLS from the first byte, and its example does not claim so. */
  starttlsOnly?: true
  /** Its library encodes a password as ASCII, and fails with any other. */
  asciiOnly?: true
}

/** The folder of downloads for the examples. */
const downloads = resolve(import.meta.dirname, '../../../../node_modules/.cache/examples')

const sendmailPath = String.raw`sed -n 's/^# sendmail_path = "\(.*\)"/\1/p' .msmtprc`

const run = (name: string, rest: Omit<ExampleRun, 'name' | 'subject'>): ExampleRun => ({
  name,
  subject: `Hello from ${name}`,
  ...rest,
})

/** Runs that need only what `npm test` installs. */
export const everydayRuns = [
  run('Node.js', { file: 'example.mjs', command: [process.execPath, 'example.mjs'] }),
  run('Python', { file: 'example.py', command: ['python3', 'example.py'], asciiOnly: true }),
  run('swaks', { file: 'example.sh', command: ['sh', 'example.sh'] }),
  run('curl', { file: 'example.sh', command: ['sh', 'example.sh'] }),
]

export const exampleRuns: readonly ExampleRun[] = [
  ...everydayRuns,
  run('Laravel', { project: 'laravel', file: '.env', command: ['php', 'send.php'] }),
  run('Django', {
    project: 'django',
    file: 'settings.py',
    command: ['python3', 'send.py'],
    env: { PYTHONPATH: join(downloads, 'django') },
    asciiOnly: true,
  }),
  run('Ruby on Rails', { project: 'rails', file: 'development.rb', command: ['ruby', 'send.rb'] }),
  run('Symfony', { project: 'symfony', file: '.env.local', command: ['php', 'send.php'] }),
  run('Spring Boot', {
    project: 'spring',
    file: 'application.properties',
    command: ['java', '-cp', `${join(downloads, 'spring')}/*:.`, 'Example.java'],
  }),
  run('Go', { file: 'main.go', command: ['go', 'run', 'main.go'] }),
  run('Rust', {
    project: 'rust',
    file: 'src/main.rs',
    command: ['cargo', 'run', '--quiet'],
    env: { CARGO_TARGET_DIR: join(downloads, 'rust') },
  }),
  run('PHP mail()', {
    project: 'php',
    file: '.msmtprc',
    command: [
      'sh',
      '-c',
      `chmod 600 .msmtprc && HOME=$PWD php -d "sendmail_path=$(${sendmailPath})" send.php`,
    ],
  }),
  run('WordPress', {
    project: 'wordpress',
    file: 'mailstop.php',
    command: ['php', 'send.php'],
    env: { WORDPRESS: join(downloads, 'wordpress/usr/share/wordpress') },
  }),
]

/** Mono's client offers only TLS 1.0, which the product declines, so a server of the test accepts it. */
export const csharpRun = run('C#', {
  file: 'Program.cs',
  command: ['sh', '-c', 'mcs Program.cs -out:program.exe && mono program.exe'],
  starttlsOnly: true,
})

/** It prints the configuration: Swoosh itself is not available without Hex. */
export const elixirRun = run('Elixir', {
  project: 'elixir',
  file: 'dev.exs',
  command: ['elixir', 'read.exs'],
})
