import { readAttachment, type View, viewMail } from './view.ts'

/** What the viewer's threads run. Null stands for a mail beyond the limits of its structure. */
export function view(source: Uint8Array): Promise<View | null> {
  return viewMail(source)
}

export { readAttachment as attachment }
