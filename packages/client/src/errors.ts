import { noMailText } from './no-mail-table.ts'
import type { Mail, MailCode, PassedOverMail } from './types.ts'

/** The body of an error of the server. */
export type ErrorBody = {
  code?: string
  message?: string
  errors?: Record<string, string[]>
  saw?: PassedOverMail[]
  near?: PassedOverMail[]
  mail?: Mail
}

/** An error of the server by its code (`docs/errors.md`), or `unreachable` with status 0. */
export class MailstopError extends Error {
  override name = 'MailstopError'
  readonly code: string
  readonly status: number
  /** What the server said besides. */
  readonly body: ErrorBody

  constructor(
    code: string,
    status: number,
    message: string,
    options: ErrorOptions & { body?: ErrorBody } = {},
  ) {
    super(message, options)
    this.code = code
    this.status = status
    this.body = options.body ?? {}
  }
}

export function nullIfGone(error: unknown): null {
  if (error instanceof MailstopError && error.code === 'not_found') return null
  throw error
}

/** No mail that matches arrived in time. The message is a table of what arrived instead. */
export class NoMailError extends MailstopError {
  override name = 'NoMailError'
  /** What arrived meanwhile, with the conditions that each mail fails. */
  readonly saw: PassedOverMail[]
  /** Similar mail from before. */
  readonly near: PassedOverMail[]

  constructor(account: Parameters<typeof noMailText>[0]) {
    super('no_mail', 404, noMailText(account))
    this.saw = account.saw
    this.near = account.near
  }
}

/** A mail has several codes that are equally certain. */
export class AmbiguousCodeError extends MailstopError {
  override name = 'AmbiguousCodeError'
  readonly codes: MailCode[]

  constructor({ id, subject, extracted }: Mail) {
    const codes = extracted?.codes ?? []
    const lines = codes.map(
      ({ shown, label, part }) => `  ${shown}  ${label ?? 'no label'} (${part})`,
    )
    const message = `Mail ${id} "${subject}" has several codes that are equally certain:\n\n`
    super('ambiguous_code', 0, message + lines.join('\n'))
    this.codes = codes
  }
}
