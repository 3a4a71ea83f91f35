import { AtSign, Copy, Download, Ellipsis, Tag, UserRound } from 'lucide-react'
import { useContext } from 'react'
import { IconButton } from '../../../../ui/buttons/icon-button.tsx'
import { Menu, MenuGroup, MenuItem, MenuSeparator, Submenu } from '../../../../ui/popups/menu.tsx'
import { InboxExtrasContext } from '../../inbox-extras.ts'
import type { Criterion } from '../../address/list-filter.ts'
import { mailActions, type MailAction, type OpenedMail } from './mail-actions.ts'
import { useMailCommands } from './mail-commands.ts'
import { recipientAddresses } from '../header/shown-recipients.ts'

type MailMenuProps = OpenedMail & {
  onPin: (type: Criterion, query: string) => void
  onTag: () => void
}

/** At most this many recipients are offered. */
const mostOffered = 12

/** More actions on a mail. */
export function MailMenu({ onPin, onTag, ...opened }: MailMenuProps) {
  const { summary } = opened
  const actions = mailActions(opened, useContext(InboxExtrasContext))
  const { main, save, copy } = actions
  const sender = summary.from?.address ?? ''
  const recipients = recipientAddresses(summary)
  const pinRecipient = (address: string) => onPin('rcpt', address)
  useMailCommands(summary, [...main.filter(({ disabled }) => !disabled), ...save, ...copy], {
    onPinSender: () => onPin('sndr', sender),
    onPinRecipient: pinRecipient,
  })
  return (
    <Menu align="start" trigger={<IconButton label="More actions" icon={<Ellipsis />} />}>
      <Items of={main} />
      <MenuItem icon={<Tag />} onSelect={onTag}>
        Tag…
      </MenuItem>
      <Submenu label="Save as" icon={<Download />}>
        <Items of={save} isShort />
      </Submenu>
      <Submenu label="Copy" icon={<Copy />}>
        <Items of={copy} isShort />
      </Submenu>
      <MenuSeparator />
      <MenuItem
        icon={<UserRound />}
        disabled={sender === ''}
        onSelect={() => onPin('sndr', sender)}
      >
        Pin Sender
      </MenuItem>
      {recipients.length > 1 ? (
        <MenuGroup label="Pin Recipient">
          {recipients.slice(0, mostOffered).map((address) => (
            <MenuItem key={address} icon={<AtSign />} onSelect={() => pinRecipient(address)}>
              {address}
            </MenuItem>
          ))}
        </MenuGroup>
      ) : (
        <MenuItem
          icon={<AtSign />}
          disabled={recipients.length === 0}
          onSelect={() => recipients.forEach(pinRecipient)}
        >
          Pin Recipient
        </MenuItem>
      )}
    </Menu>
  )
}

function Items({ of: actions, isShort = false }: { of: readonly MailAction[]; isShort?: boolean }) {
  return actions.map(({ id, icon: Icon, label, short, run, disabled }) => (
    <MenuItem key={id} icon={<Icon />} disabled={disabled} onSelect={run}>
      {isShort ? short : label}
    </MenuItem>
  ))
}
