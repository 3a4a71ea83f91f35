import { getMail, requestPath, type MailSummary } from '@mailstop/contract'
import { fullUrl } from '../../lib/paths/base-path.ts'
import { placeholderToken } from '../../lib/placeholder-token.ts'

type Like = {
  team: number
  needsToken: boolean
  mail: Pick<MailSummary, 'id' | 'to' | 'subject'>
}

/** A longer subject would be most of the test. */
const longestSubject = 120

/** A command that gets a mail, or a test that waits for one like it. What a stranger wrote stands in it as data alone. */
export function mailCode(kind: 'curl' | 'test', { team, needsToken, mail }: Like): string {
  if (kind === 'curl') {
    const path = requestPath(getMail.path, {
      params: { team: String(team), mail: String(mail.id) },
    })
    const token = needsToken ? `-H 'Authorization: Bearer ${placeholderToken}' ` : ''
    return `curl -fsS ${token}${fullUrl(path)}`
  }
  const address = mail.to[0]?.address ?? ''
  const subject = mail.subject.trim()
  const settings = { url: fullUrl(), ...(needsToken && { token: placeholderToken }) }
  const inbox = address === '' ? '' : literal({ address })
  const conditions = subject === '' || subject.length > longestSubject ? '' : literal({ subject })
  return [
    `import { test } from 'node:test'`,
    `import { createMailstop } from '@mailstop/client'`,
    `test('the message arrives', async () => {`,
    `  const inbox = await createMailstop(${literal(settings)}).inbox(${inbox})`,
    `  await send() // your app`,
    `  await inbox.wait(${conditions})`,
    `})`,
    ``,
  ].join('\n')
}

/** An object as JavaScript, on one line. */
const literal = (values: Record<string, string>) =>
  `{ ${Object.entries(values)
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
    .join(', ')} }`
