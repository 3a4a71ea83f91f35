import type { MailSummary } from '@mailstop/contract'
import {
  AtSign,
  Code,
  Copy,
  Download,
  Ellipsis,
  Forward,
  Link2,
  Tag,
  UserRound,
} from 'lucide-react'
import { useContext } from 'react'
import { mailLink } from '../../../../lib/paths/paths.ts'
import { IconButton } from '../../../../ui/buttons/icon-button.tsx'
import { Menu, MenuGroup, MenuItem, MenuSeparator } from '../../../../ui/popups/menu.tsx'
import { toast } from '../../../../ui/popups/toast.ts'
import { InboxExtrasContext } from '../../inbox-extras.ts'
import type { Criterion } from '../../address/list-filter.ts'
import { useMailCommands } from './mail-commands.ts'
import { viewSource } from '../open-file.ts'
import { recipientAddresses } from '../header/shown-recipients.ts'

type MailMenuProps = {
  team: number
  summary: MailSummary
  onPin: (type: Criterion, query: string) => void
  onTag: () => void
}

/** At most this many recipients are offered. */
const mostOffered = 12

/** More actions on a mail. */
export function MailMenu({ team, summary, onPin, onTag }: MailMenuProps) {
  const { onForward, onDownload } = useContext(InboxExtrasContext)
  const sender = summary.from?.address ?? ''
  const recipients = recipientAddresses(summary)
  const pinRecipient = (address: string) => onPin('rcpt', address)
  const copyLink = () => void copyText(location.origin + mailLink(team, summary.id), 'Link copied')
  useMailCommands(summary, {
    onForward: onForward && (() => onForward(summary)),
    onViewRaw: () => viewSource(team, summary.id),
    onDownload: () => onDownload(summary),
    onCopyLink: copyLink,
    onPinSender: () => onPin('sndr', sender),
    onPinRecipient: pinRecipient,
  })
  return (
    <Menu align="start" trigger={<IconButton label="More actions" icon={<Ellipsis />} />}>
      {onForward && (
        <MenuItem icon={<Forward />} onSelect={() => onForward(summary)}>
          Forward
        </MenuItem>
      )}
      <MenuItem icon={<Tag />} onSelect={onTag}>
        Tag…
      </MenuItem>
      <MenuItem icon={<Code />} onSelect={() => viewSource(team, summary.id)}>
        View raw
      </MenuItem>
      <MenuItem icon={<Download />} onSelect={() => onDownload(summary)}>
        Download
      </MenuItem>
      <MenuItem icon={<Link2 />} onSelect={copyLink}>
        Copy link to this message
      </MenuItem>
      {sender !== '' && (
        <MenuItem icon={<Copy />} onSelect={() => void copyText(sender, 'Address copied')}>
          Copy sender&rsquo;s address
        </MenuItem>
      )}
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

/** Copies a text. The menu has closed by then, so a toast reports the outcome. */
async function copyText(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast.success(done)
  } catch {
    // The clipboard is missing on pages without TLS, and can be refused.
    toast.error('Copy failed!')
  }
}
