import { metaKey, modifierKey } from '../../../lib/keys/modifier-key.ts'
import { Dialog } from '../../../ui/popups/dialog.tsx'
import { Kbd } from '../../../ui/buttons/kbd.tsx'

const inboxKeys = 'g 1 – 9'

type ShortcutList = { title: string; shortcuts: readonly { keys: string; does: string }[] }

const lists: readonly ShortcutList[] = [
  {
    title: 'Everywhere',
    shortcuts: [
      { keys: '/', does: 'Search mail' },
      { keys: `${modifierKey} k`, does: 'Open the command palette' },
      { keys: 'g i', does: 'Go to the inbox' },
      { keys: 'g f', does: 'Go to flagged mail' },
      { keys: inboxKeys, does: 'Go to that inbox' },
      { keys: 'g s', does: 'Go to the SMTP credentials' },
      { keys: `${modifierKey} b`, does: 'Expand or collapse the sidebar' },
      { keys: `${metaKey} 1 – 9`, does: 'Switch to that team' },
      { keys: 'F8', does: 'Go to the newest notification' },
      { keys: '?', does: 'Show this list' },
    ],
  },
  {
    title: 'Inbox',
    shortcuts: [
      { keys: 'j / ↓', does: 'Next message' },
      { keys: 'k / ↑', does: 'Previous message' },
      { keys: 'Enter', does: 'Open the message' },
      { keys: 'n', does: 'Next unread' },
      { keys: 'g t', does: 'Jump to date' },
      { keys: 'g e', does: 'Go to the oldest message' },
      { keys: 'Esc', does: 'Clear the selection, close the message' },
      { keys: 'r', does: 'Reload' },
    ],
  },
  {
    title: 'Change messages',
    shortcuts: [
      { keys: 'u', does: 'Mark read or unread' },
      { keys: 't', does: 'Add or remove tags' },
      { keys: 'f', does: 'Flag or remove the flag' },
      { keys: '# / Delete', does: 'Move to trash' },
      { keys: 'z', does: 'Undo the last deletion, or change of many' },
      { keys: 'x', does: 'Select the message' },
      { keys: 'Shift j / k', does: 'Select up to the next or previous' },
      { keys: `${modifierKey} a`, does: 'Select all loaded, then all that match' },
    ],
  },
  {
    title: 'Open message',
    shortcuts: [
      { keys: '1 – 6', does: 'Show the tab at that place' },
      { keys: 'i', does: 'Check the message' },
      { keys: `${modifierKey} f`, does: 'Find in this message' },
      { keys: 'w', does: 'Forward' },
      { keys: 'c', does: 'Copy link' },
      { keys: 'y', does: 'Copy the code' },
      { keys: 'd', does: 'Save as EML' },
      { keys: `${modifierKey} p`, does: 'Print' },
      { keys: 'v', does: 'View raw' },
      { keys: 'p', does: 'Pin Sender' },
      { keys: 'b', does: 'Pin Recipient' },
    ],
  },
  {
    title: 'Search field',
    shortcuts: [
      { keys: 'F1', does: 'Show all operators' },
      { keys: 'Enter', does: 'Search at once' },
      { keys: 'Esc', does: 'Leave the field' },
      { keys: 'Shift Delete', does: 'Forget a recent search' },
    ],
  },
]

type ShortcutsDialogProps = {
  /** Whether the team has several inboxes. */
  hasInboxes: boolean
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function ShortcutsDialog({ hasInboxes, open, onOpenChange }: ShortcutsDialogProps) {
  const isShown = ({ keys }: { keys: string }) => hasInboxes || keys !== inboxKeys
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Keyboard shortcuts" wide="full">
      <div className="gap-x-10 tablet:columns-2 desktop:columns-3">
        {lists.map((list) => (
          <section key={list.title} className="mb-4 break-inside-avoid">
            <h3 className="mb-1 text-xs font-[550] text-ink-3">{list.title}</h3>
            <dl>
              {list.shortcuts.filter(isShown).map(({ keys, does }) => (
                <div
                  key={keys}
                  className="flex min-h-7 items-center justify-between gap-4 border-b border-line last:border-b-0"
                >
                  <dt className="text-ink-2">{does}</dt>
                  <dd className="flex items-center gap-1">
                    {keys.split(' ').map((key) =>
                      keys !== '/' && (key === '/' || key === '–') ? (
                        <span key={key} className="text-xs text-ink-3">
                          {key === '/' ? 'or' : 'to'}
                        </span>
                      ) : (
                        <Kbd key={key}>{key}</Kbd>
                      ),
                    )}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
