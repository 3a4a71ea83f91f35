/** What the viewer's threads run. */
export { readAttachment as attachment, viewMail as view } from './view.ts'
