import { createSharePools } from '../src/lib/share-pools.ts'

const mb = 1024 * 1024

/** What a process shares, as the product has it. */
export const testShares = () => createSharePools({ largestMail: 25 * mb, largeReplies: 100 * mb })

/** For a file route that is asked without HTTP: there is room for everything. */
export const unboundedRoom = { hold: async () => () => {}, holdSlot: async () => {} }
