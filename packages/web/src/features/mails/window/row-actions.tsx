import { Flag, FlagOff, Tag, Trash2 } from 'lucide-react'
import { classNames } from '../../../ui/class-names.ts'
import { Tooltip } from '../../../ui/popups/tooltip.tsx'
import { subjectText } from '../read/header/mailbox-text.ts'
import type { MailRowProps, RowAct } from './row-props.ts'

type RowActionsProps = Pick<MailRowProps, 'mail' | 'opened' | 'isTabStop' | 'onAct'>

/** What is done to a mail without opening it, in the place of its time. A finger selects the row instead. */
export function RowActions({ mail, opened, isTabStop, onAct }: RowActionsProps) {
  const name = `“${subjectText(mail.subject)}”`
  const actions: [act: RowAct, label: string, name: string, key: string, icon: typeof Flag][] = [
    mail.flagged
      ? ['flag', 'Remove flag', `Remove flag from ${name}`, 'f', FlagOff]
      : ['flag', 'Flag', `Flag ${name}`, 'f', Flag],
    ['tag', 'Tag', `Tag ${name}`, 't', Tag],
    ['trash', 'Move to trash', `Move ${name} to trash`, '#', Trash2],
  ]
  return (
    <span
      className={classNames(
        'absolute top-[3px] right-2 flex pl-1 pointer-coarse:hidden',
        opened ? 'bg-selected' : 'bg-surface group-hover:bg-hover',
      )}
    >
      {actions.map(([act, label, name, key, Icon]) => (
        <Tooltip key={act} content={label} shortcut={key}>
          <button
            type="button"
            tabIndex={isTabStop ? undefined : -1}
            aria-label={name}
            className="grid h-[26px] w-7 place-items-center rounded-md text-ink-2 outline-offset-[-2px] hover:bg-line hover:text-ink"
            onClick={({ currentTarget }) => {
              // A dialog gives the focus back to where it was, and these buttons are gone by then.
              if (act === 'tag') focusRow(currentTarget)
              onAct(act, mail)
            }}
          >
            <Icon aria-hidden className="!size-[15px]" />
          </button>
        </Tooltip>
      ))}
    </span>
  )
}

const focusRow = (within: Element) =>
  within.closest('[data-mail]')?.querySelector('a')?.focus({ preventScroll: true })
