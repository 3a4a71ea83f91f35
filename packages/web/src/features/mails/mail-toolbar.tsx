import { getMailAttachment, getMailSource, type Mail, type MailSummary } from '@mailstop/contract'
import {
  ArrowLeft,
  ChevronDown,
  ChevronUp,
  Code,
  Ellipsis,
  File,
  Flag,
  Mail as MailIcon,
  MailOpen,
  Paperclip,
  Trash2,
} from 'lucide-react'
import { call } from '../../lib/api-client.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { fileSize } from './file-size.ts'
import { openFile } from './open-file.ts'

export type MailToolbarProps = {
  team: number
  summary: MailSummary
  mail: Mail | undefined
  /** Where the mail stands in the list, counted from 1; null when it is not in it. */
  position: number | null
  total: number
  onFlag: () => void
  onRead: () => void
  onTrash: () => void
  /** To the mail `step` rows on. */
  onStep: (step: 1 | -1) => void
  /** Back to the list, where only one of them fits. */
  onBack?: (() => void) | undefined
}

export function MailToolbar({
  team,
  summary,
  mail,
  position,
  total,
  onFlag,
  onRead,
  onTrash,
  onStep,
  onBack,
}: MailToolbarProps) {
  const unread = summary.read_at === null
  return (
    <div
      role="toolbar"
      aria-label="Mail"
      className="flex h-12 flex-none items-center gap-1 border-b border-line px-2.5"
    >
      {onBack && (
        <IconButton label="Back to the list" icon={<ArrowLeft aria-hidden />} onClick={onBack} />
      )}
      <IconButton
        label={summary.flagged ? 'Remove flag' : 'Flag'}
        shortcut="f"
        icon={
          <Flag
            aria-hidden
            className={summary.flagged ? 'text-flag' : ''}
            fill={summary.flagged ? 'currentColor' : 'none'}
            fillOpacity={0.25}
          />
        }
        onClick={onFlag}
      />
      <IconButton
        label={unread ? 'Mark as read' : 'Mark as unread'}
        shortcut="u"
        icon={unread ? <MailOpen aria-hidden /> : <MailIcon aria-hidden />}
        onClick={onRead}
      />
      <IconButton
        label="Move to trash"
        shortcut="#"
        icon={<Trash2 aria-hidden />}
        onClick={onTrash}
      />
      <span aria-hidden className="mx-[5px] h-[18px] w-px bg-line max-tablet:hidden" />
      <AttachmentsMenu team={team} summary={summary} mail={mail} />
      <Menu
        align="start"
        trigger={<IconButton label="More actions" icon={<Ellipsis aria-hidden />} />}
      >
        <MenuItem icon={<Code aria-hidden />} onSelect={() => viewSource(team, summary.id)}>
          View raw
        </MenuItem>
      </Menu>
      <span className="ml-auto" />
      <span className="num px-1.5 text-sm whitespace-nowrap text-ink-3 max-tablet:sr-only">
        {position !== null && `${position.toLocaleString('en')} of ${total.toLocaleString('en')}`}
      </span>
      <IconButton
        label="Previous mail"
        shortcut="k"
        icon={<ChevronUp aria-hidden />}
        disabled={position === null || position <= 1}
        onClick={() => onStep(-1)}
      />
      <IconButton
        label="Next mail"
        shortcut="j"
        icon={<ChevronDown aria-hidden />}
        disabled={position === null || position >= total}
        onClick={() => onStep(1)}
      />
    </div>
  )
}

export function viewSource(team: number, mail: number): void {
  void openFile(() => call(getMailSource, { params: { team: String(team), mail: String(mail) } }))
}

function AttachmentsMenu({
  team,
  summary,
  mail,
}: Pick<MailToolbarProps, 'team' | 'summary' | 'mail'>) {
  const attachments = mail?.attachments ?? []
  const open = (key: string) =>
    void openFile(() =>
      call(getMailAttachment, { params: { team: String(team), mail: String(summary.id), key } }),
    )
  const none = attachments.length === 0
  return (
    <Menu
      align="start"
      disabled={none}
      trigger={<IconButton label="Attachments" icon={<Paperclip aria-hidden />} disabled={none} />}
    >
      {attachments.map(({ key, filename, size }) => (
        <MenuItem
          key={key}
          icon={<File aria-hidden />}
          trailing={<span className="num pl-3 text-xs text-ink-3">{fileSize(size)}</span>}
          onSelect={() => open(key)}
        >
          {filename}
        </MenuItem>
      ))}
    </Menu>
  )
}
