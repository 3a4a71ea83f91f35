import { stopStarted } from './global-setup.ts'

/** `globalTeardown` of Jest, which drops what its `globalSetup` returns. */
export default stopStarted
