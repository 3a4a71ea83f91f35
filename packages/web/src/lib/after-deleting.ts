import { storedChoice } from './stored-choice.ts'

/** What is shown after the open message was deleted: the list, or the next message. */
export const afterDeleting = storedChoice<'list' | 'next'>('after-deleting', ['list', 'next'])
