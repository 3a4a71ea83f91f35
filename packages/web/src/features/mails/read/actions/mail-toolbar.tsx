import {
  ArrowLeft,
  ChevronDown,
  ChevronUp,
  Flag,
  Forward,
  Mail as MailIcon,
  MailOpen,
  Trash2,
} from 'lucide-react'
import { useContext } from 'react'
import { IconButton } from '../../../../ui/buttons/icon-button.tsx'
import { AttachmentsMenu } from './attachments-menu.tsx'
import { InboxExtrasContext } from '../../inbox-extras.ts'
import type { Criterion } from '../../address/list-filter.ts'
import type { OpenedMail } from './mail-actions.ts'
import { MailMenu } from './mail-menu.tsx'
import type { Marks } from '../../change/use-marks.ts'

export type MailToolbarProps = OpenedMail & {
  /** `of`: the position of the mail in the list, counted from 1; null when it is not in it. */
  position: { of: number | null; total: number; isExact: boolean }
  neighbours: { before: boolean; after: boolean }
  onMark: (marks: Marks) => void
  onPin: (type: Criterion, query: string) => void
  /** Asks for tags to add or to remove. */
  onTag: () => void
  onTrash: () => void
  /** Opens the next or the previous mail. */
  onStep: (step: 1 | -1) => void
  /** Back to the list, when only one of them fits. */
  onBack?: (() => void) | undefined
}

export function MailToolbar({
  team,
  summary,
  mail,
  images,
  onPrint,
  position,
  neighbours,
  onMark,
  onPin,
  onTag,
  onTrash,
  onStep,
  onBack,
}: MailToolbarProps) {
  const unread = summary.read_at === null
  const { onForward } = useContext(InboxExtrasContext)
  return (
    <div
      role="toolbar"
      aria-label="Mail"
      className="flex h-12 flex-none items-center gap-1 border-b border-line px-2.5 max-tablet:gap-0 max-tablet:px-1"
    >
      {onBack && <BackButton onBack={onBack} />}
      <IconButton
        label={summary.flagged ? 'Remove flag' : 'Flag'}
        shortcut="f"
        icon={
          <Flag
            className={summary.flagged ? 'text-flag' : ''}
            fill={summary.flagged ? 'currentColor' : 'none'}
            fillOpacity={0.25}
          />
        }
        onClick={() => onMark({ flagged: !summary.flagged })}
      />
      <IconButton
        label={unread ? 'Mark as read' : 'Mark as unread'}
        shortcut="u"
        icon={unread ? <MailOpen /> : <MailIcon />}
        onClick={() => onMark({ read: unread })}
      />
      <IconButton label="Move to trash" shortcut="#" icon={<Trash2 />} onClick={onTrash} />
      <span aria-hidden className="mx-[5px] h-[18px] w-px bg-line max-tablet:hidden" />
      {/* On a phone only the menu has Forward: there is no room for more than eight buttons. */}
      {onForward && (
        <IconButton
          label="Forward"
          icon={<Forward />}
          className="max-tablet:hidden"
          onClick={() => onForward(summary)}
        />
      )}
      <AttachmentsMenu team={team} summary={summary} mail={mail} />
      <MailMenu {...{ team, summary, mail, images, onPrint, onPin, onTag }} />
      <span className="ml-auto" />
      <span className="num px-1.5 text-sm whitespace-nowrap text-ink-3 max-tablet:sr-only">
        {positionText(position)}
      </span>
      <IconButton
        label="Previous message"
        shortcut="k"
        icon={<ChevronUp />}
        disabled={!neighbours.before}
        onClick={() => onStep(-1)}
      />
      <IconButton
        label="Next message"
        shortcut="j"
        icon={<ChevronDown />}
        disabled={!neighbours.after}
        onClick={() => onStep(1)}
      />
    </div>
  )
}

/** Leads from a mail back to the list, when only one of them fits. */
export function BackButton({ onBack }: { onBack: () => void }) {
  return <IconButton label="Back to the list" icon={<ArrowLeft />} onClick={onBack} />
}

/** '3 of 2,431', '3 of 1,000+'. */
function positionText({ of, total, isExact }: MailToolbarProps['position']): string | null {
  if (of === null) return null
  return `${of.toLocaleString('en')} of ${total.toLocaleString('en')}${isExact ? '' : '+'}`
}
