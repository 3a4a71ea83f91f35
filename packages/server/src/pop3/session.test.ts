import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createMaildrop } from './maildrop.ts'
import { createSession } from './session.ts'

const mails = [
  { id: 5, size: 100 },
  { id: 9, size: 250 },
]

function talk(lines: string[], { loggedIn = true, mayDelete = true, starttls = true } = {}) {
  const session = createSession({ starttls, secure: false, mayDelete })
  if (loggedIn) session.loggedIn(createMaildrop(mails))
  const actions = lines.map((line) => session.receive(Buffer.from(line)))
  const last = actions.at(-1)
  if (last && 'lines' in last) return [last.reply, ...(last.lines ?? [])]
  return last && 'reply' in last ? [last.reply] : last
}

const plain = Buffer.from('\0ada\0secret').toString('base64')
const login = { kind: 'login', username: 'ada', password: 'secret' }
const out = { loggedIn: false }

test.each([
  [['USER ada', 'PASS secret'], out, login],
  [['USER ada', 'PASS  s '], out, { ...login, password: ' s ' }],
  [[`AUTH PLAIN ${plain}`], out, login],
  [['auth plain', plain], out, login],
  [['AUTH PLAIN', '*'], out, ['-ERR These are no valid credentials']],
  [['AUTH CRAM-MD5'], out, ['-ERR The only mechanism is PLAIN']],
  [['PASS x'], out, ['-ERR USER comes before PASS']],
  [['STAT'], out, ['-ERR This command is for after the login']],
  [['constructor'], out, ['-ERR Unknown command']],
  [['STLS'], out, { kind: 'start-tls' }],
  [['STLS'], { ...out, starttls: false }, ['-ERR This port offers no TLS']],
  [['STAT'], {}, ['+OK 2 350']],
  [['LIST'], {}, ['+OK 2 messages', '1 100', '2 250']],
  [['list 2'], {}, ['+OK 2 250']],
  [['LIST 3'], {}, ['-ERR There is no such message']],
  [['UIDL'], {}, ['+OK 2 messages', '1 5', '2 9']],
  [['RETR 2'], {}, { kind: 'send', id: 9, size: 250 }],
  [['RETR 0'], {}, ['-ERR There is no such message']],
  [['RETR -1'], {}, ['-ERR The argument has to be the number of a message']],
  [['TOP 1 3'], {}, { kind: 'send', id: 5, size: 100, bodyLines: 3 }],
  [['TOP 1'], {}, ['-ERR TOP needs the number of a message and that of lines']],
  [['DELE 1', 'LIST'], {}, ['+OK 1 messages', '2 250']],
  [['DELE 1', 'DELE 1'], {}, ['-ERR There is no such message']],
  [['DELE 1', 'QUIT'], {}, { kind: 'quit', deleted: [5] }],
  [['DELE 1', 'RSET', 'QUIT'], {}, { kind: 'quit', deleted: [] }],
  [['DELE 1'], { mayDelete: false }, ['-ERR Messages cannot be deleted by POP3 on this server']],
  [['USER ada'], {}, ['-ERR Unknown command']],
])('%j is answered', (lines, options, wanted) => {
  expect(talk(lines, options)).toEqual(wanted)
})

test('a client gets an answer to any line', () => {
  const line = fc.oneof(
    fc.string({ maxLength: 80 }),
    fc.constantFrom('RETR 1', 'AUTH PLAIN', 'USER a', 'PASS a', 'TOP 9 9', 'DELE 2', 'STLS', '*'),
  )
  const holds = fc.property(fc.array(line, { maxLength: 12 }), fc.boolean(), (lines, loggedIn) => {
    for (let count = 1; count <= lines.length; count += 1) {
      const said = talk(lines.slice(0, count), { loggedIn })
      if (!said) return false
    }
    return true
  })
  fc.assert(holds, { numRuns: 500 })
})
