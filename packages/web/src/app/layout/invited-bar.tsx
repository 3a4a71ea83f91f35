import { Mail, X } from 'lucide-react'
import { useState } from 'react'

type InvitedBarProps = { teams: string[] }

/** Reminds of an invitation who came in another way than by its link, which alone makes them a member. */
export function InvitedBar({ teams }: InvitedBarProps) {
  const [isHidden, setIsHidden] = useState(false)
  const [first, ...others] = teams
  if (first === undefined || isHidden) return null
  const named = others.length === 0 ? `“${first}” has` : `“${first}” and ${others.length} more have`
  return (
    <section
      aria-label="Invitation"
      className="flex min-h-7 items-center justify-center gap-2 border-b border-line bg-hover px-4 text-xs font-medium text-ink-2"
    >
      <Mail className="size-3.5! flex-none" />
      <p className="py-1 wrap-anywhere">
        {named} invited you. Follow the link in the invitation to join.
      </p>
      <button
        type="button"
        aria-label="Hide"
        title="Hide"
        className="touch-area flex-none rounded-[3px] hover:text-ink"
        onClick={() => setIsHidden(true)}
      >
        <X className="size-3.5!" />
      </button>
    </section>
  )
}
