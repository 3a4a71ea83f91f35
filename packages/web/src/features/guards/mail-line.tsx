import type { MailSummary } from '@mailstop/contract'
import type { ReactNode } from 'react'
import { mailLink } from '../../lib/paths/paths.ts'
import { TextLink } from '../../ui/buttons/text-link.tsx'

type MailLineProps = Pick<MailSummary, 'id' | 'subject'> & { team: number; children?: ReactNode }

/** The form stays while somebody looks: the message opens in a tab of its own. */
export const MailLine = ({ team, id, subject, children }: MailLineProps) => (
  <li className="flex items-center gap-2 py-0.5">
    <span className="min-w-0 flex-1 truncate">
      <TextLink to={mailLink(team, id)} target="_blank">
        {subject.trim() || '(no subject)'}
      </TextLink>
    </span>
    {children}
  </li>
)
