import { createHash } from 'node:crypto'
import { fitView, type FittedView } from './fitted-view.ts'
import { openMail, readAttachment, viewMail } from './view.ts'

export async function view(source: Uint8Array): Promise<FittedView> {
  const { view: shown, extracted } = await openMail(source)
  return fitView(shown, extracted)
}

/** Html or text as UTF-8, as far as it is shown; null when there is none. */
export async function body(source: Uint8Array, kind: 'html' | 'text'): Promise<Uint8Array | null> {
  const { [kind]: text } = await viewMail(source)
  return text === null ? null : new TextEncoder().encode(text)
}

/** The SHA-256 of a file in hexadecimal digits; null when there is no such file. */
export async function digest(source: Uint8Array, key: string): Promise<string | null> {
  const file = await readAttachment(source, key)
  return file && createHash('sha256').update(file.bytes).digest('hex')
}

export { sharedPage } from './shared-page.ts'
export { readAttachment as attachment }
export { readAttachedMail as attachedMail } from '../parts/attached-mail.ts'
export { splitMail as split } from '../parts/split-mail.ts'
export { zipAttachments as zip } from './attachments-zip.ts'
export {
  describeMail as description,
  listAddresses as addresses,
  outlineMail as outline,
  pageOfMail as page,
  readHeader as header,
  readPartFile as part,
} from './described-mail.ts'
