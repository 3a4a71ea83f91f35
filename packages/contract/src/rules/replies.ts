import { z } from 'zod'

/** `{ data }`: a resource or a list. */
export const dataReply = <T extends z.ZodType>(data: T) => z.object({ data })

/** `{ message }`: an action was done. */
export const messageReply = z.object({ message: z.string() })

/** A bulk change was done, on `count` mails. */
export const bulkReply = messageReply.extend({ count: z.number().int() })

/** Mails were deleted. The id `deletion` undoes it. */
export const deletionReply = bulkReply.extend({ deletion: z.string() })

/** `next_cursor` is null at the end. A page of a search may be short, or empty, before the end. */
export const cursorPage = <T extends z.ZodType>(item: T) =>
  z.object({ data: z.array(item), meta: z.object({ next_cursor: z.string().nullable() }) })

/** `{ url }`: a short-lived link to a file. */
export const urlReply = z.object({ url: z.string() })

export const pageMeta = z.object({
  current_page: z.number().int(),
  last_page: z.number().int(),
  per_page: z.number().int(),
  total: z.number().int(),
  /** False when there are more than `total`: counting stopped there. */
  total_is_exact: z.boolean(),
  /** Pass it as `cursor` to get what follows; null at the end. */
  next_cursor: z.string().nullable(),
  /** Pass it as `cursor` to get what comes before; only on a page that does not begin at the first item. */
  previous_cursor: z.string().nullable().optional(),
  /** How many items come before such a page; null when there are too many to count. */
  before: z.number().int().nullable().optional(),
})
export type PageMeta = z.output<typeof pageMeta>
