export { mailClients } from './clients/caniemail.ts'
export { checkHtml } from './clients/html-check.ts'
export { inspect } from './inspect.ts'
