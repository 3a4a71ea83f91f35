import { createSharePools } from '../src/lib/share-pools.ts'

/** What a process shares, as the product has it. */
export const testShares = () => createSharePools({ largestMail: 25 * 1024 * 1024 })

/** For a file route that is asked without HTTP: there is room for everything. */
export const unboundedRoom = { hold: async () => () => {}, holdSlot: async () => {} }
