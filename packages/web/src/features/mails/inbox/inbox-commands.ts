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
import { command, messageCommands, type CommandGroup } from '../../../lib/keys/commands.ts'
import { modifierKey } from '../../../lib/keys/modifier-key.ts'
import type { FarSteps, InboxActions } from './use-inbox-shortcuts.ts'

const allKeys = `${modifierKey} a`

/** The commands of the inbox in the palette. `hasTarget`: a mail is open or some are selected. */
export function inboxCommands(actions: InboxActions & FarSteps, hasTarget: boolean): CommandGroup {
  const onMail = [
    command('read', 'Mark read or unread', MailOpen, actions.read, 'u'),
    command('flag', 'Flag or remove the flag', Flag, actions.flag, 'f'),
    command('tag', 'Add or remove tags…', Tag, actions.tag, 't'),
    command('trash', 'Move to trash', Trash2, actions.trash, '#'),
  ]
  return {
    title: messageCommands,
    commands: [
      ...(hasTarget ? onMail : []),
      command('next', 'Next message', ArrowDown, () => actions.step(1), 'j'),
      command('previous', 'Previous message', ArrowUp, () => actions.step(-1), 'k'),
      command('next-unread', 'Next unread', MailSearch, actions.nextUnread, 'n'),
      command('jump-to-date', 'Jump to date…', CalendarSearch, actions.jumpToDate, 'g t'),
      command('oldest', 'Go to the oldest message', ArrowDownToLine, actions.oldest, 'g e'),
      command('select', 'Select the message', CheckCheck, actions.select, 'x'),
      command('select-all', 'Select all loaded messages', ListChecks, actions.selectAll, allKeys),
      command('undo', 'Undo the last deletion, or change of many', Undo2, actions.undo, 'z'),
      command('reload', 'Reload', RotateCw, actions.reload, 'r'),
    ],
  }
}
