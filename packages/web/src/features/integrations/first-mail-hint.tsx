import { Terminal } from 'lucide-react'
import { CopyButton } from '../../ui/copy-button.tsx'
import { swaksCommand, type Credentials } from './code-examples.ts'
import { shownCredentials } from './hidden-secret.ts'

type FirstMailHintProps = { credentials: Credentials; revealed: boolean }

/** A first mail without an app: one line for a terminal. */
export function FirstMailHint({ credentials, revealed }: FirstMailHintProps) {
  const command = swaksCommand(credentials)
  const shown = swaksCommand(shownCredentials(credentials, revealed))
  return (
    <section aria-labelledby="first-mail" className="mt-8 pb-4">
      <h2 id="first-mail" className="text-lg font-semibold tracking-[-0.01em]">
        Send a first mail
      </h2>
      <p className="mt-0.5 mb-3 text-sm text-ink-3">
        From a terminal, with swaks. It shows up in the inbox at once.
      </p>
      <div className="flex items-center gap-2.5 rounded-lg border border-line bg-surface py-1 pr-1 pl-3">
        <Terminal aria-hidden className="text-ink-3" />
        <code className="min-w-0 flex-1 truncate font-mono text-sm" title={shown}>
          {shown}
        </code>
        <CopyButton text={command} label="Copy command" />
      </div>
    </section>
  )
}
