/** What a call of sendmail(8) asks for. */
export type SendmailCall = {
  /** Recipients of the header count, too. */
  fromHeader: boolean
  /** A line with a single dot ends the message. */
  endsAtDot: boolean
  /** The envelope's sender; null: the sender of the header. */
  from: string | null
  /** The name for a From that the message lacks. */
  fullName: string | null
  recipients: string[]
  /** A file with the URL of the server. */
  urlFile: string | null
  /** The server itself, as `host:port`. */
  server: string | null
  /** Whether standard input is the dialogue of SMTP itself. */
  isDialogue: boolean
}

/** `call`: what a user types to call it. */
export const sendmailUsage = (call: string): string =>
  `Usage: ${call} [-t] [-i] [-f <from>] [-F <name>] [-S <host:port>] [--url-file <file>] [<to>...]
    Sends the message on standard input to the server of MAILSTOP_SMTP_URL, smtp://user:password@host:port
    -t  Sends to the addresses of To, Cc and Bcc, too, and removes Bcc.
    -i  A line with a single dot does not end the message.
    -f  The sender of the envelope, and of a message without From.
    -F  The name of the sender of a message without From.
    -S, --smtp-addr  The server, where it wants no password, in place of a URL.
    --url-file  A file whose first line is the URL.
    -bs  Takes the dialogue of SMTP from standard input, and answers on standard output.
Exit codes: 0 sent, 64 wrong usage, 65 too large, 69 refused, 75 try again later, 78 no server is configured.
`

type Answer = SendmailCall | { help: true } | { problem: string }

/** Letters of options that take a value, attached or as the next word; what is not used here is ignored. */
const withValue = new Set('fFrSBCLNORVXeohpq')
const ignored = new Set('nvUGm')

/** Reads the words of a call, in the forms of sendmail(8): `-oi`, `-fann@a.test`, `-f ann@a.test`. Pure. */
export function readSendmailWords(words: readonly string[]): Answer {
  const call: SendmailCall = {
    fromHeader: false,
    endsAtDot: true,
    from: null,
    fullName: null,
    recipients: [],
    urlFile: null,
    server: null,
    isDialogue: false,
  }
  const rest = [...words]
  for (let given = rest.shift(); given !== undefined; given = rest.shift()) {
    const [word, value] = shortened(given)
    if (word === undefined) continue
    if (value !== undefined) rest.unshift(value)
    if (word === '--') {
      call.recipients.push(...rest.splice(0))
    } else if (word === '--help') return { help: true }
    else if (word === '--url-file') call.urlFile = rest.shift() ?? ''
    else if (!word.startsWith('-') || word === '-') call.recipients.push(word)
    else {
      const problem = takeOption(call, word, rest)
      if (problem !== null) return { problem }
    }
  }
  if (call.server !== null && !/^(?:\[[0-9a-f:.]+\]|[\w.-]+):\d{1,5}$/i.test(call.server)) {
    return { problem: '--smtp-addr must be a host and a port, such as localhost:1025' }
  }
  if (call.urlFile === '') return { problem: '--url-file needs a file' }
  // A program may take an address from a form. A line break in it would begin another header field.
  const addresses = [...call.recipients, call.from ?? '']
  if (addresses.some((address) => control.test(address))) {
    return { problem: 'An address holds a control character' }
  }
  return call
}

/** Long forms of options with a letter, such as `--smtp-addr=localhost:1025`, which Mailpit's sendmail has. */
const letters: Record<string, string> = {
  'smtp-addr': '-S',
  from: '-f',
  verbose: '-v',
  'long-b': '-bs',
  'long-i': '-i',
  'long-o': '-oi',
  'long-s': '-bs',
  'long-t': '-t',
}

/** Nothing where an option is switched off. */
function shortened(word: string): [] | [word: string, value?: string] {
  const [, name = '', value] = /^--([a-z-]+)(?:=(.*))?$/.exec(word) ?? []
  const letter = Object.hasOwn(letters, name) ? letters[name] : undefined
  if (letter === undefined) return [word]
  if (withValue.has(letter.charAt(1))) return value === undefined ? [letter] : [letter, value]
  return value === 'false' ? [] : [letter]
}

// Finding them is the point.
const control = /[\u0000-\u001f\u007f]/

function takeOption(call: SendmailCall, word: string, rest: string[]): string | null {
  const letter = word.charAt(1)
  if (word === '-bm') return null
  if (word === '-bs') {
    call.isDialogue = true
    return null
  }
  if (letter === 'b') return `${word} is not supported: only messages are sent, and -bs`
  if (word === '-i' || word === '-oi') call.endsAtDot = false
  else if (/^-[ti]+$/.test(word)) {
    call.fromHeader = true
    if (word.includes('i')) call.endsAtDot = false
  } else if (letter === 'q' || letter === 'o') return null
  else if (withValue.has(letter)) {
    const value = word.slice(2) || rest.shift()
    if (value === undefined) return `${word} needs a value`
    if (letter === 'f' || letter === 'r') call.from = value.replace(/^<(.*)>$/, '$1')
    if (letter === 'F') call.fullName = value
    if (letter === 'S') call.server = value
  } else if (!ignored.has(letter)) return `There is no option ${word}`
  return null
}
