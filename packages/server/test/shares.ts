import { createSharePools } from '../src/lib/shares/share-pools.ts'

const mb = 1024 * 1024

/** The shares of a process, as in the product. */
export const testShares = () => createSharePools({ largestMail: 25 * mb, largeReplies: 100 * mb })

/** For a file route that is asked without HTTP: there is room for everything. */
export const unboundedRoom = { hold: async () => () => {}, holdSlot: async () => {} }
