export { startMailstop } from './start-mailstop.ts'
export type { StartedMailstop, StartOptions } from './start-mailstop.ts'
export { mailstopWebServer } from './playwright-web-server.ts'
