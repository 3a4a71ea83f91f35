import type { MailSummary } from '@mailstop/contract'
import { AppWindow, AtSign, UserRound } from 'lucide-react'
import { command, messageCommands, useKeyedCommands } from '../../../../lib/keys/commands.ts'
import { useShortcuts } from '../../../../lib/keys/shortcuts.ts'
import { tabsOf, viewLabels, viewsOf, type MailView, type Viewed } from '../views/mail-views.ts'
import { recipientAddresses } from '../header/shown-recipients.ts'
import type { MailAction } from './mail-actions.ts'

type Pins = { onPinSender: () => void; onPinRecipient: (address: string) => void }

/** A mail may name hundreds. */
const mostPinned = 5

/** Offers what can be done with the open mail in the command palette and by keys. */
export function useMailCommands(
  summary: MailSummary,
  actions: readonly MailAction[],
  { onPinSender, onPinRecipient }: Pins,
): void {
  useKeyedCommands({
    title: messageCommands,
    commands: [
      ...actions,
      ...(summary.from?.address
        ? [command('pin-sender', 'Pin Sender', UserRound, onPinSender, 'p')]
        : []),
      ...recipientAddresses(summary)
        .slice(0, mostPinned)
        .map((address, index) => {
          const pin = () => onPinRecipient(address)
          const label = `Pin Recipient ${address}`
          return command(
            `pin-recipient-${address}`,
            label,
            AtSign,
            pin,
            index === 0 ? 'b' : undefined,
          )
        }),
    ],
  })
}

/**
 * The views of the open mail, in the palette and by keys: each tab by its place, and the check by a letter too. Parts of the
 * tab Raw have no keys.
 */
export function useViewCommands(mail: Viewed, onView: (view: MailView) => void) {
  const tabs = tabsOf(mail)
  const placeOf = (view: MailView) => String(tabs.indexOf(view) + 1)
  useKeyedCommands({
    title: messageCommands,
    commands: viewsOf(mail).map((view) => {
      const label = `Show ${viewLabels[view]}`
      const key = view === 'check' ? 'i' : tabs.includes(view) ? placeOf(view) : undefined
      return command(`view-${view}`, label, AppWindow, () => onView(view), key)
    }),
  })
  useShortcuts({ [placeOf('check')]: () => onView('check') })
}
