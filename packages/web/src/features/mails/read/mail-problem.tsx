import type { Mail } from '@mailstop/contract'
import { FileWarning } from 'lucide-react'
import { Notice } from '../../../ui/notice.tsx'

const texts: Record<NonNullable<Mail['problem']>, string> = {
  too_complex: 'Parts of this mail are too complex to show. Its source is whole.',
  cut: 'This mail is too long to show in full. Its source is whole.',
}

export function MailProblem({
  problem,
  onViewSource,
}: {
  problem: NonNullable<Mail['problem']>
  onViewSource: () => void
}) {
  return (
    <Notice
      icon={<FileWarning aria-hidden className="text-ink-3" />}
      action={<NoticeAction onClick={onViewSource}>View raw</NoticeAction>}
    >
      {texts[problem]}
    </Notice>
  )
}

/** What can be done about a notice, at its end. */
export function NoticeAction({ children, onClick }: { children: string; onClick: () => void }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="flex-none rounded-[3px] font-[550] text-accent underline-offset-3 hover:underline pointer-coarse:min-h-10"
    >
      {children}
    </button>
  )
}
