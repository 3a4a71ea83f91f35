import {
  ArrowDown,
  ArrowDownToLine,
  ArrowUp,
  CalendarSearch,
  CheckCheck,
  Flag,
  ListChecks,
  MailOpen,
  MailSearch,
  RotateCw,
  Tag,
  Trash2,
  Undo2,
} from 'lucide-react'
import { messageCommands, type CommandGroup } from '../../../lib/keys/commands.ts'
import { modifierKey } from '../../../lib/keys/modifier-key.ts'
import type { FarSteps, InboxActions } from './use-inbox-shortcuts.ts'

/** The commands of the inbox in the palette. `hasTarget`: a mail is open or some are selected. */
export function inboxCommands(actions: InboxActions & FarSteps, hasTarget: boolean): CommandGroup {
  const onMail = [
    { id: 'read', label: 'Mark read or unread', icon: MailOpen, keys: 'u', run: actions.read },
    { id: 'flag', label: 'Flag or remove the flag', icon: Flag, keys: 'f', run: actions.flag },
    { id: 'tag', label: 'Add or remove tags…', icon: Tag, keys: 't', run: actions.tag },
    { id: 'trash', label: 'Move to trash', icon: Trash2, keys: '#', run: actions.trash },
  ]
  return {
    title: messageCommands,
    commands: [
      ...(hasTarget ? onMail : []),
      { id: 'next', label: 'Next message', icon: ArrowDown, keys: 'j', run: () => actions.step(1) },
      {
        id: 'previous',
        label: 'Previous message',
        icon: ArrowUp,
        keys: 'k',
        run: () => actions.step(-1),
      },
      {
        id: 'next-unread',
        label: 'Next unread',
        icon: MailSearch,
        keys: 'n',
        run: actions.nextUnread,
      },
      {
        id: 'jump-to-date',
        label: 'Jump to date…',
        icon: CalendarSearch,
        keys: 'g t',
        run: actions.jumpToDate,
      },
      {
        id: 'oldest',
        label: 'Go to the oldest message',
        icon: ArrowDownToLine,
        keys: 'g e',
        run: actions.oldest,
      },
      {
        id: 'select',
        label: 'Select the message',
        icon: CheckCheck,
        keys: 'x',
        run: actions.select,
      },
      {
        id: 'select-all',
        label: 'Select all loaded messages',
        icon: ListChecks,
        keys: `${modifierKey} a`,
        run: actions.selectAll,
      },
      { id: 'undo', label: 'Undo the last change', icon: Undo2, keys: 'z', run: actions.undo },
      { id: 'reload', label: 'Reload', icon: RotateCw, keys: 'r', run: actions.reload },
    ],
  }
}
