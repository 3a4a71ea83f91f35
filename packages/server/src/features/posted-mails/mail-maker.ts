import type { FieldErrors } from '@mailstop/contract'
import { Refusal, unavailable } from '../../errors.ts'
import { createThreadPool, TaskAborted } from '../../lib/process/thread-pool.ts'
import type { Envelope } from './posted-mail-rules.ts'

/**
 * Makes mails of the JSON that programs post. Nothing of it is read before it is here, and what is more than a
 * little is read, checked and composed in a thread: encoding the words of a header takes a thousand times
 * as long as receiving them.
 */
export type MailMaker = { make(form: MailForm, json: Uint8Array): Promise<MadeMail> }
export type MadeMail = { source: Uint8Array; envelope: Envelope }

/** A refusal as it passes between threads, where an error keeps its message alone. */
export type Making =
  | MadeMail
  | { refused: 'bad_request' | 'invalid'; message?: string; errors?: FieldErrors }

export type MailForm = 'posted' | 'mailpit'
export type MailForms = Record<MailForm, (json: Uint8Array) => Promise<Making>>

/** Smaller bodies are made here: they take some milliseconds at most, and nearly all tests post such. */
const hereBytes = 16 * 1024
/** Small mails never wait for large ones. Headers take ten times as long as an attachment of their size. */
const smallBytes = 256 * 1024
const limits = { threads: 1, cpuMs: 10_000, queue: 100, takesArguments: true }

/** `forms` are what `module` exports: a thread loads it again. */
export function createMailMaker({ forms, module }: { forms: MailForms; module: URL }) {
  const small = createThreadPool<MailForms>({ ...limits, module, memoryMb: 128 })
  const large = createThreadPool<MailForms>({ ...limits, module, memoryMb: 256 })

  async function making(form: MailForm, json: Uint8Array): Promise<Making> {
    if (json.length <= hereBytes) return forms[form](json)
    try {
      return await (json.length <= smallBytes ? small : large).run(form, json)
    } catch (error) {
      if (!(error instanceof TaskAborted)) throw error
      if (error.reason !== 'timeout' && error.reason !== 'crash') throw unavailable()
      return { refused: 'invalid', message: 'Making this message takes too much time or memory.' }
    }
  }

  return {
    async make(form: MailForm, json: Uint8Array): Promise<MadeMail> {
      const made = await making(form, json)
      if (!('refused' in made)) return made
      const { refused, ...said } = made
      throw new Refusal(refused, said)
    },
    /** Ends threads that have not been needed since it was called last. */
    rest(): void {
      small.rest()
      large.rest()
    },
    async stop(): Promise<void> {
      await Promise.all([small.stop(), large.stop()])
    },
  }
}
