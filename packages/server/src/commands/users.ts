import type { Call } from './store-access.ts'
import { failUsage, print, printTable } from './terminal.ts'
import { programCall } from '../lib/process/program-call.ts'
import {
  emailOf,
  emailOption,
  runSubcommand,
  type Output,
  type Subcommand,
} from './command-line.ts'
import { readSecret } from './files/secret-input.ts'

const link = {
  type: 'boolean',
  about: 'Asks for no password: prints a link with which its holder chooses one within an hour.',
} as const

const subcommands: Record<string, Subcommand> = {
  list: { usage: 'list', about: 'Lists all accounts.', run: (_words, _values, call) => list(call) },
  create: {
    usage: 'create [<email>]',
    about:
      'Makes a verified account with a team of its own, whatever REGISTRATION is. Asks for its password.',
    options: {
      email: emailOption,
      name: {
        type: 'string',
        value: 'name',
        about: 'What others see; without it, the part before the @.',
      },
      link,
    },
    mayCreate: true,
    async run([word], values, call) {
      const email = emailOf(word, values['email'])
      if (email === undefined) {
        failUsage([`Say the address: ${programCall('users create <email>')}`])
      }
      const name = String(values['name'] ?? email.split('@')[0])
      const password = values['link'] ? null : await newPassword()
      const made = await call('users.create', { email, name, password })
      return {
        data: { email, ...made },
        show() {
          print(`${email} has an account.`)
          if (made.link !== null) print(made.link)
        },
      }
    },
  },
  'reset-password': {
    usage: 'reset-password <email>',
    about: 'Sets a password, which is asked for, and ends all sessions of the account.',
    options: { link },
    async run([email = ''], values, call) {
      if (values['link']) {
        const data = await call('users.reset-link', { email })
        return { data: { email, ...data }, show: () => print(data.link) }
      }
      const password = await newPassword()
      await call('users.reset-password', { email, password })
      return done({ email }, `${email} has the new password, and has to log in again.`)
    },
  },
  verify: {
    usage: 'verify <email>',
    about: 'Takes the address of an account as proven, as if its link had been followed.',
    async run([email = ''], _values, call) {
      const data = await call('users.verify', { email })
      return done({ email, ...data }, `${email} is verified.`)
    },
  },
  disable: act(
    'disable',
    'Lets nobody log in to an account, and logs it out everywhere. Its mail is kept.',
    (email) => `The account of ${email} is disabled.`,
  ),
  enable: act(
    'enable',
    'Lets the holder of a disabled account log in again.',
    (email) => `The account of ${email} is enabled.`,
  ),
  'make-operator': act(
    'make-operator',
    'Lets a verified account operate the server.',
    (email) => `${email} operates the server.`,
  ),
  'end-operator': act(
    'end-operator',
    'Takes the role of operator from an account.',
    (email) => `${email} does not operate the server any more.`,
  ),
  delete: act(
    'delete',
    'Deletes an account with its personal team and the mail in it. Refused while it owns other teams.',
    (email) => `The account of ${email} is deleted.`,
  ),
  'end-sessions': act(
    'end-sessions',
    'Logs an account out everywhere.',
    (email) => `${email} is logged out everywhere.`,
  ),
}

export const run = (words: string[]): Promise<void> => runSubcommand('users', subcommands, words)

type Act = 'disable' | 'enable' | 'make-operator' | 'end-operator' | 'delete' | 'end-sessions'

/** What takes an account and nothing else. `text` says that it was done. */
function act(name: Act, about: string, text: (email: string) => string): Subcommand {
  return {
    usage: `${name} <email>`,
    about,
    async run([email = ''], _values, call) {
      await call(`users.${name}`, { email })
      return done({ email }, text(email))
    },
  }
}

async function list(call: Call): Promise<Output> {
  const users = await call('users.list', {})
  const show = () =>
    printTable([
      ['Email', 'Name', 'Verified', 'Role', 'Teams', 'Since'],
      ...users.map(({ email, name, verified, operator, disabled, teams, created_at }) => [
        email,
        name,
        verified ? 'yes' : 'no',
        disabled ? 'disabled' : operator ? 'operator' : '',
        teams,
        created_at.slice(0, 10),
      ]),
    ])
  return { data: users, show }
}

const done = (data: unknown, text: string): Output => ({ data, show: () => print(text) })

async function newPassword(): Promise<string> {
  const password = await readSecret('New password')
  if (password === '') failUsage(['The password is empty. Type it, or pass it to standard input.'])
  return password
}
