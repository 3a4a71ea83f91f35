import type { MailSummary } from '@mailstop/contract'
import { AppWindow, AtSign, Code, Download, Forward, Link2, UserRound } from 'lucide-react'
import { messageCommands, useOfferedCommands, type Command } from '../../../../lib/keys/commands.ts'
import { useShortcuts } from '../../../../lib/keys/shortcuts.ts'
import { viewLabels, type MailView } from '../views/mail-views.ts'
import { recipientAddresses } from '../header/shown-recipients.ts'

type MailActions = {
  /** Null where this may not be done. */
  onForward: (() => void) | null
  onViewRaw: () => void
  onDownload: () => void
  onCopyLink: () => void
  onPinSender: () => void
  onPinRecipient: (address: string) => void
}

/** A mail may name hundreds. */
const mostPinned = 5

/** Offers what can be done with the open mail in the command palette and by keys. */
export function useMailCommands(summary: MailSummary, actions: MailActions): void {
  const { onForward } = actions
  const hasSender = (summary.from?.address ?? '') !== ''
  const recipients = recipientAddresses(summary)
  const pinFirst = () => recipients.slice(0, 1).forEach(actions.onPinRecipient)
  useOfferedCommands({
    title: messageCommands,
    commands: [
      ...(onForward
        ? [{ id: 'forward', label: 'Forward', icon: Forward, keys: 'w', run: onForward }]
        : []),
      { id: 'copy-link', label: 'Copy link', icon: Link2, keys: 'c', run: actions.onCopyLink },
      { id: 'download', label: 'Download', icon: Download, keys: 'd', run: actions.onDownload },
      { id: 'view-raw', label: 'View raw', icon: Code, keys: 'v', run: actions.onViewRaw },
      ...(hasSender
        ? [
            {
              id: 'pin-sender',
              label: 'Pin Sender',
              icon: UserRound,
              keys: 'p',
              run: actions.onPinSender,
            },
          ]
        : []),
      ...recipients.slice(0, mostPinned).map((address, index): Command => ({
        id: `pin-recipient-${address}`,
        label: `Pin Recipient ${address}`,
        icon: AtSign,
        ...(index === 0 ? { keys: 'b' } : {}),
        run: () => actions.onPinRecipient(address),
      })),
    ],
  })
  useShortcuts({
    w: () => onForward?.(),
    c: actions.onCopyLink,
    d: actions.onDownload,
    v: actions.onViewRaw,
    p: () => hasSender && actions.onPinSender(),
    b: pinFirst,
  })
}

/** The views of the open mail by number, in the palette and by keys. */
export function useViewCommands(views: readonly MailView[], onView: (view: MailView) => void) {
  const numbered = views.map((view, index) => ({ key: String(index + 1), view }))
  useOfferedCommands({
    title: messageCommands,
    commands: numbered.map(({ key, view }) => ({
      id: `view-${view}`,
      label: `Show ${viewLabels[view]}`,
      icon: AppWindow,
      keys: key,
      run: () => onView(view),
    })),
  })
  useShortcuts(Object.fromEntries(numbered.map(({ key, view }) => [key, () => onView(view)])))
}
