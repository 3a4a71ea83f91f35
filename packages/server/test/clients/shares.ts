import { createSharePools } from '../../src/lib/shares/share-pools.ts'

const mb = 1024 * 1024

/** The shares of a process, as in the product. */
export const testShares = () => createSharePools({ largestMail: 25 * mb, largeReplies: 100 * mb })

/** Has room for everything, for a file route that is asked without HTTP. */
export const unboundedRoom = { hold: async () => () => {}, holdSlot: async () => {} }
