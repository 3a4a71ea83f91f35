import { AmbiguousCodeError, nullIfGone } from './errors.ts'
import { codeOf, linkOf, type LinkMatch } from './mail-finds.ts'
import type { Requests } from './request.ts'
import type { Mail, MailConditions, WaitOptions } from './types.ts'
import { beginWait, type MailReads } from './waiting.ts'

/** What has to be in a mail beside its conditions, which the server knows. */
export type Find<T> = {
  in(mail: Mail): T | null
  /** Heads the table of what did not match. */
  name: 'code' | 'link' | 'mail'
  link?: string
}

export const anyMail: Find<Mail> = { in: (mail) => mail, name: 'mail' }
export const aCode: Find<string> = { in: codeOf, name: 'code' }
export const aLink = (match: LinkMatch = ''): Find<string> => ({
  in: (mail) => linkOf(mail, match),
  name: 'link',
  link: String(match),
})

type Search<T> = WaitOptions & {
  conditions: MailConditions
  find: Find<T>
  /** Ids of mails that were returned before. None of them is returned again, nor one that is older and would match too. */
  taken: ReadonlySet<number>
}

/**
 * Waits for the newest mail with what is looked for. Mail that meets the conditions without it is passed
 * over: a "Welcome" that arrives with a code does not hide the code.
 */
export async function nextMail<T>(
  requests: Requests,
  reads: MailReads,
  { conditions, find, taken, ...options }: Search<T>,
): Promise<{ mail: Mail; found: T }> {
  const wait = beginWait(requests, options)
  const looked = new Set<number>()
  let { after } = conditions
  for (;;) {
    const answer = await wait.ask({ ...conditions, ...(after !== undefined && { after }) })
    const [newest] = answer?.mails ?? []
    if (!answer || !newest) {
      throw wait.noMail({
        ...conditions,
        ...(find.name === 'code' && { code: true }),
        ...(find.link !== undefined && { link: find.link }),
      })
    }
    const match = look(newest) ?? (await lookAtOlder())
    if (match && match !== 'returned before') return match
    after = answer.marker
  }

  function look(mail: Mail): { mail: Mail; found: T } | 'returned before' | null {
    looked.add(mail.id)
    const found = findIn(mail)
    if (found === null) {
      wait.passOver(mail, find.link ? 'no such link' : `no ${find.name}`)
      return null
    }
    if (!taken.has(mail.id)) return { mail, found }
    wait.passOver(mail, 'returned before')
    return 'returned before'
  }

  function findIn(mail: Mail): T | null {
    try {
      return find.in(mail)
    } catch (error) {
      // A mail that was returned before is no reason to fail.
      if (error instanceof AmbiguousCodeError && taken.has(mail.id)) return null
      throw error
    }
  }

  /** If several mails arrived together, the one with the code need not be the last. */
  async function lookAtOlder() {
    for (const { id } of await reads.list(conditions, options.signal)) {
      if (looked.has(id)) continue
      // Another test may delete it meanwhile.
      const mail = await reads.get(id, options.signal).catch(nullIfGone)
      const match = mail && look(mail)
      if (match) return match
    }
    return null
  }
}
