import { describe, expect, test } from 'vitest'
import { someByDay } from '../nightly.ts'
import { newFolder } from '../support/new-folder.ts'
import { runCommand } from './run-command.ts'

const slow = { timeout: 180_000 }

describe('the command line', () => {
  const wrong: [words: string[], first: string, code: number, said: RegExp][] = [
    [[], 'nonsense', 2, /There is no command nonsense/],
    [['users'], '', 2, /Say what to do/],
    [['users', 'nonsense'], '', 2, /There is no users nonsense/],
    [['users', 'create'], '', 2, /Say the address: npm start -- users create <email>/],
    [['users', 'create', 'a@b.test', '--password', 'x'], '', 2, /Unknown option '--password'/],
    [['users', 'create', 'a@b.test'], '', 2, /The password is empty/],
    [['restore', 'x.tar'], '', 2, /--into <folder>/],
    [['users', 'list'], '', 1, /There is no store in/],
    [['health', '--wait', 'soon'], '', 2, /a whole number of seconds/],
    [['health', '--nope'], '', 2, /--nope[^]*Usage: npm start -- health/],
    [['health', '--url', 'ftp://mail.test'], '', 2, /an http or https URL/],
    [['doctor', '--nonsense'], '', 2, /There is no option --nonsense/],
    [['config', 'nonsense'], '', 2, /Usage: npm start -- config check/],
    [['accounts', '--nonsense'], '', 2, /Unknown option '--nonsense'/],
    [['serve', '--nonsense'], '', 2, /There is no option --nonsense/],
    [
      ['restore', 'missing.tar', '--into', 'there'],
      '',
      1,
      /^missing.tar cannot be read: it does not exist\.\n$/,
    ],
    [['import', '1', '.'], '', 1, /^\.: no file there ends with \.eml or \.mbox\.\n$/],
    [
      ['restore', '/dev/null', '--into', '/dev/null/x'],
      '',
      1,
      /^\/dev\/null\/x cannot be written: /,
    ],
    [['sendmail', 'a@b.test'], '', 78, /^sendmail: No server is configured: set MAILSTOP_SMTP_URL/],
    [
      ['sendmail', '--url-file', 'missing', 'a@b.test'],
      '',
      78,
      /^sendmail: missing cannot be read: it does not exist\n$/,
    ],
    [['restore', '.', '--into', 'there'], '', 1, /^\. is a folder: name one file\.\n$/],
  ]

  test.each(someByDay(wrong, 4))(
    '%j ends with a sentence and its exit code',
    slow,
    async (words, first, code, said) => {
      const env = { DATA_DIR: newFolder() }
      const ran = await runCommand(first ? [first] : words, { env, cwd: env.DATA_DIR })
      expect(ran).toMatchObject({ code, text: '' })
      expect(ran.error).toMatch(said)
      expect(ran.error).not.toMatch(/^\s+at /m)
    },
  )
})
