import { existsSync } from 'node:fs'
import { emailField, nameField, newPasswordField, validate } from '@mailstop/contract'
import { pino } from 'pino'
import { z } from 'zod'
import { createFeatures } from '../features.ts'
import { openFoundation } from '../foundation.ts'
import { startFailure } from '../start-failure.ts'
import { askLine } from './ask.ts'
import { readOptionWords } from './option-words.ts'
import { readSecret } from './secret-input.ts'
import { readSettings } from './settings.ts'
import { fail, failUsage, print } from './terminal.ts'

const help = [
  'mailstop accounts makes the first account of a folder of open mode. It keeps all mail.',
  'Options:',
  '  --email <address>  address of the account',
  '  --name <name>      its name; without a terminal, the first part of the address',
  '  --data <folder>    the folder of open mode (./data)',
  '  --help             show this list',
  'It asks for what is missing. Without a terminal, the password is the first line of standard input.',
]

const accountFields = z.object({ name: nameField, email: emailField, password: newPasswordField })

/** Ends open mode: the team with its mail becomes that of a person who logs in. */
export async function run(words: string[]): Promise<void> {
  const options = { values: ['email', 'name', 'data'], switches: ['help'] }
  const read = readOptionWords(words, options)
  if ('problem' in read) failUsage([read.problem, ...help])
  const { given, values } = read
  if (given.has('help')) return help.forEach(print)
  const { data, email, name } = values
  const loaded = readSettings({ settings: data === undefined ? {} : { DATA_DIR: data } })
  const { dataDir } = loaded.config
  const isNone = [`${dataDir} is no folder of open mode.`]
  // Opening it would make it.
  if (!existsSync(dataDir)) fail(isNone)
  try {
    await using opened = new AsyncDisposableStack()
    const log = pino({ level: 'silent' })
    const foundation = await openFoundation(loaded, { log, print }, opened)
    const { openMode } = createFeatures(foundation, opened)
    if (!(await openMode.find())) fail(isNone)
    const account = validate(accountFields, await askFor({ email, name }))
    if (!account.ok) fail(Object.values(account.errors).flat())
    await openMode.end(account.data)
    print(`${dataDir} has the account ${account.data.email} now, with all mail of the open inbox.`)
    print('Its SMTP credentials are new. Start Mailstop without --open, and log in.')
    print('Apps then send to port 2525, unless SMTP_PORTS or --smtp names another, and log in.')
  } catch (error) {
    fail(startFailure(error))
  }
}

async function askFor(known: { email: string | undefined; name: string | undefined }) {
  if (process.stdin.isTTY) {
    const email = known.email ?? (await askLine('Email: '))
    const name = known.name ?? (await askLine('Name: '))
    return { email, name, password: await readSecret('Password') }
  }
  if (known.email === undefined) fail(['--email is needed where there is no terminal.'])
  const name = known.name ?? known.email.split('@')[0]
  return { email: known.email, name, password: await readSecret('Password') }
}
