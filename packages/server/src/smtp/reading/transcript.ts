import { upperCase } from '../session/ascii.ts'
import type { Command } from '../session/command-parser.ts'
import { mechanisms } from '../session/replies.ts'

export type Transcript = ReturnType<typeof createTranscript>

/** Half is for the beginning of the connection, half for the present mail. */
const partLength = 8 * 1024
const cut = '… (cut)\n'

/**
 * The dialogue that led to a mail: how the connection began, and this mail's own commands. Bounded,
 * and without secrets: AUTH keeps its mechanism only, and a line that is no command is not quoted,
 * since it may be an answer of an exchange that the server had refused. `elapsed` is the time since
 * the connection began, in milliseconds; each line keeps it.
 */
export function createTranscript(elapsed: () => number) {
  const opening = createPart(elapsed)
  let mail: ReturnType<typeof createPart> | null = null

  const add = (text: string, lines = 1): void => (mail ?? opening).add(text, lines)

  return {
    client: (line: string): void => add(`C: ${line}\n`),

    command(command: Command, length: number): void {
      if (command.verb === null) add(`C: (${length} bytes that are no command)\n`)
      else add(`C: ${withoutSecrets(command)}\n`)
    },

    server(reply: string): void {
      const lines = reply.split('\r\n')
      add(`S: ${lines.join('\nS: ')}\n`, lines.length)
    },

    /** Forgets the mail before; what follows belongs to the next. */
    beginMail(): void {
      mail = createPart(elapsed)
    },

    text: (): string => opening.text() + (mail?.text() ?? ''),

    /** One whole number of milliseconds for each line of the text. */
    times: (): number[] => [...opening.times, ...(mail?.times ?? [])],
  }
}

function createPart(elapsed: () => number) {
  let text = ''
  let isCut = false
  const times: number[] = []
  return {
    times,

    /** `lines` is the number of lines of the text. */
    add(added: string, lines: number): void {
      if (isCut) return
      isCut = text.length + added.length + cut.length > partLength
      text += isCut ? cut : added
      const time = Math.round(elapsed())
      for (let line = isCut ? lines : 1; line <= lines; line += 1) times.push(time)
    },

    text: (): string => text,
  }
}

function withoutSecrets({ verb, argument }: { verb: string; argument: string }): string {
  if (verb !== 'AUTH') return argument === '' ? verb : `${verb} ${argument}`
  const [mechanism = '', ...secrets] = argument.split(' ')
  if (!mechanisms.some((one) => one === upperCase(mechanism))) return 'AUTH ***'
  return secrets.length > 0 ? `AUTH ${mechanism} ***` : `AUTH ${mechanism}`
}
