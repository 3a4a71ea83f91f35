import { countText, type Mail, type MailSummary } from '@mailstop/contract'
import { File, Paperclip } from 'lucide-react'
import { command, messageCommands, useOfferedCommands } from '../../../../lib/keys/commands.ts'
import { IconButton } from '../../../../ui/buttons/icon-button.tsx'
import { Menu, MenuItem } from '../../../../ui/popups/menu.tsx'
import { fileSize } from '../../../../lib/file-size.ts'
import { openAttachment } from '../open-file.ts'

type AttachmentsMenuProps = { team: number; summary: MailSummary; mail: Mail | undefined }

/** A mail may have hundreds. */
const mostOffered = 20

/** One item for each attachment. Without attachments the button is disabled. */
export function AttachmentsMenu({ team, summary, mail }: AttachmentsMenuProps) {
  const attachments = mail?.attachments ?? []
  const open = (file: string) => openAttachment({ team, mail: summary.id, file })
  const count = attachments.length
  const none = count === 0
  useOfferedCommands({
    title: messageCommands,
    commands: attachments
      .slice(0, mostOffered)
      .map(({ key, filename }) =>
        command(`attachment-${key}`, `Open ${filename}`, File, () => open(key)),
      ),
  })
  return (
    <Menu
      align="start"
      disabled={none}
      trigger={
        <IconButton
          label={none ? 'Attachments' : countText(count, 'attachment')}
          icon={
            <span className="flex items-center gap-1">
              <Paperclip />
              {!none && <span className="num text-sm font-medium">{count}</span>}
            </span>
          }
          disabled={none}
          className={none ? '' : 'w-auto! px-2 pointer-coarse:min-w-10'}
        />
      }
    >
      {attachments.map(({ key, filename, size }) => (
        <MenuItem
          key={key}
          icon={<File />}
          trailing={<span className="num pl-3 text-xs text-ink-3">{fileSize(size)}</span>}
          onSelect={() => open(key)}
        >
          {filename}
        </MenuItem>
      ))}
    </Menu>
  )
}
