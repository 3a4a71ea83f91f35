import type { MailSummary } from '@mailstop/contract'
import { AppWindow, AtSign, UserRound } from 'lucide-react'
import { command, messageCommands, useKeyedCommands } from '../../../../lib/keys/commands.ts'
import { viewLabels, type MailView } from '../views/mail-views.ts'
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

/** The views of the open mail by number, in the palette and by keys. The check is among them by a key of its own. */
export function useViewCommands(views: readonly MailView[], onView: (view: MailView) => void) {
  const numbered = views.filter((view) => view !== 'check')
  useKeyedCommands({
    title: messageCommands,
    commands: views.map((view) => {
      const label = `Show ${viewLabels[view]}`
      const key = view === 'check' ? 'i' : String(numbered.indexOf(view) + 1)
      return command(`view-${view}`, label, AppWindow, () => onView(view), key)
    }),
  })
}
