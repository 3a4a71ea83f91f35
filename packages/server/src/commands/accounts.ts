import { existsSync, renameSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { emailField, nameField, newPasswordField, validate } from '@mailstop/contract'
import { pino } from 'pino'
import { z } from 'zod'
import { connectControl } from '../control/control-client.ts'
import { createFeatures } from '../app/features.ts'
import { openInfrastructure } from '../app/infrastructure.ts'
import { serveCall, shellWord, stoppedCall } from '../lib/process/program-call.ts'
import { invalid } from '../errors.ts'
import { askLine } from './serve/ask.ts'
import { emailOf, emailOption, runOne } from './command-line.ts'
import { isStore, usualFolder } from './data-folders/usual-folder.ts'
import { readSecret } from './files/secret-input.ts'
import { dataBase, namedDataDir, readSettings } from './settings.ts'
import { CommandFailure, fail, failUsage, print } from './terminal.ts'

const accountFields = z.object({ name: nameField, email: emailField, password: newPasswordField })

type Words = { email?: string | undefined; name?: string | undefined }

/** Ends open mode: the team with its mail gets an owner who logs in. */
export const run = (words: string[]): Promise<void> =>
  runOne(
    'accounts',
    {
      usage: '[<email>]',
      about:
        'Makes the first account of a folder of open mode, which keeps all mail. Asks for what is missing; without a terminal, the password is the first line of standard input.',
      options: {
        email: emailOption,
        name: {
          type: 'string',
          value: 'name',
          about: 'Its name; without a terminal, the part before the @.',
        },
        data: { type: 'string', value: 'folder', about: 'The folder of open mode.' },
      },
      async run([word], { data, name, ...values }) {
        const named = typeof data === 'string' ? data : namedDataDir()
        const email = emailOf(word, values['email'])
        const known = { email, ...(typeof name === 'string' && { name }) }
        const made = await endOpenMode(named, known)
        const dataDir = named === null ? moved(made.dataDir) : made.dataDir
        const start = serveCall('accounts', named === null ? null : dataDir)
        const show = () => {
          print(`${dataDir} has the account ${made.email} now, with all mail of the open inbox.`)
          print(`Its SMTP credentials are new. Start it without --open, and log in: ${start}`)
          print(
            'Apps then send to port 2525, unless SMTP_PORTS or --smtp names another, and log in.',
          )
        }
        return { data: { data_dir: dataDir, email: made.email }, show }
      },
    },
    words,
  )

async function endOpenMode(named: string | null, known: Words) {
  const settings: Record<string, string> = named === null ? {} : { DATA_DIR: named }
  const loaded = readSettings({ settings, folder: 'open' })
  const { dataDir } = loaded.config
  if (named === null) keepApart(dataDir)
  const isNone = new CommandFailure(`${dataDir} is no folder of open mode.`)
  // Opening it would make it.
  if (!existsSync(dataDir)) throw isNone
  if (await connectControl(dataDir)) {
    throw new CommandFailure(`Mailstop is running on ${dataDir}: stop it first.`)
  }
  await using opened = new AsyncDisposableStack()
  const log = pino({ level: 'silent' })
  const infrastructure = await openInfrastructure(loaded, { log, print }, opened)
  const { openMode } = createFeatures(infrastructure, opened)
  if (!(await openMode.find())) throw isNone
  const account = validate(accountFields, await askFor(known))
  if (!account.ok) throw invalid(account.errors)
  await openMode.end(account.data)
  return { dataDir, email: account.data.email }
}

/** Two folders with accounts would be there, and a start serves one. */
function keepApart(open: string): void {
  const accounts = resolve(usualFolder(dataBase(), 'accounts'))
  if (!isStore(open) || !isStore(accounts)) return
  fail([
    `${accounts} has accounts already, and ${serveCall('accounts', null)} serves that folder.`,
    `To give ${open} an account all the same, name it: ${stoppedCall(`accounts --data ${shellWord(open)}`)}`,
    `Serve it with ${serveCall('accounts', open)}`,
  ])
}

/** Moves it to the place of folders with accounts, so that the next start with `--open` has a folder of its own. */
function moved(folder: string): string {
  const target = join(dirname(folder), 'accounts')
  if (basename(folder) !== 'open') return folder
  try {
    renameSync(folder, target)
    return target
  } catch {
    // It is found where it is, too.
    return folder
  }
}

async function askFor(known: Words) {
  if (process.stdin.isTTY) {
    const email = known.email ?? (await askLine('Email: '))
    const name = known.name ?? (await askLine('Name: '))
    return { email, name, password: await readSecret('Password') }
  }
  if (known.email === undefined) {
    failUsage(['Say the address: --email is needed without a terminal.'])
  }
  const name = known.name ?? known.email.split('@')[0]
  return { email: known.email, name, password: await readSecret('Password') }
}
