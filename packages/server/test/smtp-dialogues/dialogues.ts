import { authDialogues } from './auth-dialogues.ts'
import { inEveryState } from './every-state.ts'
import { mailArguments } from './mail-arguments.ts'
import { otherDialogues } from './other-dialogues.ts'
import { rcptArguments, utf8Recipients } from './rcpt-arguments.ts'
import type { Dialogue } from './states.ts'

export const dialogues: Dialogue[] = [
  ...inEveryState,
  ...mailArguments,
  ...rcptArguments,
  ...utf8Recipients,
  ...authDialogues,
  ...otherDialogues,
]
