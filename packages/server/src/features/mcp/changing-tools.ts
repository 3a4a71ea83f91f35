import { countText, tagList } from '@mailstop/contract'
import { z } from 'zod'
import { invalid } from '../../errors.ts'
import { defineTool, type Tool, type ToolDeps } from './tool.ts'

/** Named one by one, so that no condition that was left empty means all mail. */
const ids = z.array(z.int().min(1)).min(1).max(100).describe('Ids of mails.')

export function changingTools({ mails }: Pick<ToolDeps, 'mails'>): Tool[] {
  const mark = defineTool({
    name: 'mark_mail',
    title: 'Mark mail',
    description: 'Marks mails read or unread, flagged or not, and adds or removes tags.',
    action: 'change_mail',
    kind: 'changes',
    input: z.strictObject({
      ids,
      read: z.boolean().optional(),
      flagged: z.boolean().optional(),
      add_tags: tagList.min(1).optional(),
      remove_tags: tagList.min(1).optional(),
    }),
    async run({ ids: which, ...change }, wants) {
      if (Object.values(change).every((each) => each === undefined)) {
        throw invalid({ read: ['Pass read, flagged, add_tags or remove_tags'] })
      }
      const changed = await mails.change.updateMany(wants('change_mail'), { ids: which }, change)
      return { text: `${countText(changed.length)} changed`, data: { changed } }
    },
  })

  const remove = defineTool({
    name: 'delete_mails',
    title: 'Delete mail',
    description:
      'Deletes the mails with these ids. For a minute, they can be restored by the API with the id of the deletion.',
    action: 'delete_mail',
    kind: 'destroys',
    input: z.strictObject({ ids }),
    async run({ ids: which }, wants) {
      const done = await mails.change.removeMany(
        wants('delete_mail'),
        { ids: which },
        { withFlagged: true },
      )
      const restore = `The id of the deletion is ${done.deletion}.`
      return { text: `${countText(done.count)} deleted. ${restore}`, data: done }
    },
  })

  return [mark, remove]
}
