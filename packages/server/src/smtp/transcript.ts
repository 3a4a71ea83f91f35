import { upperCase } from './ascii.ts'
import { mechanisms } from './auth-exchange.ts'
import type { Command } from './command-parser.ts'

export type Transcript = ReturnType<typeof createTranscript>

/** Half for how the connection began, half for the mail at hand. */
const partLength = 8 * 1024
const cut = '… (cut)\n'

/**
 * The dialogue that led to a mail: how the connection began, and this mail's own commands. Bounded,
 * and without secrets: AUTH keeps its mechanism only, and a line that is no command is not quoted,
 * since it may be an answer of an exchange that the server had refused.
 */
export function createTranscript() {
  const opening = createPart()
  let mail: ReturnType<typeof createPart> | null = null

  const add = (line: string): void => (mail ?? opening).add(line)

  return {
    client: (line: string): void => add(`C: ${line}\n`),

    command(command: Command, length: number): void {
      if (command.verb === null) add(`C: (${length} bytes that are no command)\n`)
      else add(`C: ${withoutSecrets(command)}\n`)
    },

    server(reply: string): void {
      add(`S: ${reply.replaceAll('\r\n', '\nS: ')}\n`)
    },

    /** Forgets the mail before; what follows belongs to the next. */
    beginMail(): void {
      mail = createPart()
    },

    text: (): string => opening.text() + (mail?.text() ?? ''),
  }
}

function createPart() {
  let text = ''
  let isCut = false
  return {
    add(line: string): void {
      if (isCut) return
      isCut = text.length + line.length + cut.length > partLength
      text += isCut ? cut : line
    },

    text: (): string => text,
  }
}

function withoutSecrets({ verb, argument }: { verb: string; argument: string }): string {
  if (verb !== 'AUTH') return argument === '' ? verb : `${verb} ${argument}`
  const [mechanism = '', ...secrets] = argument.split(' ')
  if (!mechanisms.has(upperCase(mechanism))) return 'AUTH ***'
  return secrets.length > 0 ? `AUTH ${mechanism} ***` : `AUTH ${mechanism}`
}
