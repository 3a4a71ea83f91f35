import { sendTestMail } from '@mailstop/contract'
import { Send } from 'lucide-react'
import { call } from '../../lib/api/api-client.ts'
import { errorText } from '../../lib/api/api-error.ts'
import { mailLink } from '../../lib/paths/paths.ts'
import { useOneAtATime } from '../../lib/use-one-at-a-time.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Notice } from '../../ui/pages/notice.tsx'
import { TextLink } from '../../ui/buttons/text-link.tsx'

/** A mail without an app: the server sends one by its own SMTP port, as an app would. */
export function useTestMail(team: number, inbox?: number) {
  const { begin, data, error, isPending } = useOneAtATime(['test-mail', team], async () => {
    const params = { team: String(team) }
    const { data: sent } = await call(sendTestMail, { params, body: inbox ? { inbox } : {} })
    return sent.mail
  })
  return { send: begin, mail: data, error, pending: isPending }
}

type Test = ReturnType<typeof useTestMail>

export function TestMailButton({ test }: { test: Test }) {
  return (
    <Button icon={<Send />} loading={test.pending} onClick={test.send}>
      Send a test message
    </Button>
  )
}

/** How the last test went. */
export function TestMailOutcome({ team, test }: { team: number; test: Test }) {
  if (test.error) return <Notice tone="danger">{errorText(test.error)}</Notice>
  if (test.mail === undefined) return null
  return (
    <Notice tone="ok" action={<TextLink to={mailLink(team, test.mail)}>Open it</TextLink>}>
      The test message was caught and is in the inbox.
    </Notice>
  )
}
