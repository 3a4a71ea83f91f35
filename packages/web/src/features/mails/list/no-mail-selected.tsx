import { MailOpen } from 'lucide-react'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Kbd } from '../../../ui/kbd.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { credentialsPath } from './inbox-paths.ts'

/** The right panel before a mail is chosen. A list without any says itself why. */
export function NoMailSelected({ hasMails }: { hasMails: boolean }) {
  const credentials = <TextLink to={credentialsPath}>Looking for credentials?</TextLink>
  if (!hasMails) return <p className="grid h-full place-items-center text-sm">{credentials}</p>
  return (
    <div className="flex h-full">
      <EmptyState icon={<MailOpen aria-hidden />} title="Select a mail to read it">
        <p className="pointer-coarse:hidden">
          Or move through the list with <Kbd>j</Kbd> and <Kbd>k</Kbd>.
        </p>
        <p className="mt-4 border-t border-line pt-4">{credentials}</p>
      </EmptyState>
    </div>
  )
}
