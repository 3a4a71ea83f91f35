import type { AttachedMail } from '@mailstop/contract'
import { fileKind } from '@mailstop/contract/file-kinds'
import { limits } from '@mailstop/contract/limits'
import { asBuffer } from '../text/charsets.ts'
import { attachmentFilename } from '../view/filenames.ts'
import { htmlText } from '../text/html-text.ts'
import { readTnef } from '../related/tnef.ts'
import { summarize } from '../summary.ts'
import { readAttachment, viewMail } from '../view/view.ts'

/** The most attachments of the attached mail that are named. */
const mostNamed = 100

/** Tried from the beginning of each run of spaces, and not from each of its characters. */
const spaceWithLineEnd = /(?<!\s)\s*\n\s*/g

/** Null when there is no such attachment, or it is no mail and holds none of its files. */
export async function readAttachedMail(
  source: Uint8Array,
  key: string,
): Promise<AttachedMail | null> {
  const file = await readAttachment(source, key)
  if (!file) return null
  const { contentType: content_type, filename, bytes } = file
  const kind = fileKind({ content_type, filename })
  if (kind === 'winmail') return filesAlone(bytes)
  if (kind !== 'mail') return null
  const { from, to, cc, subject, datedAt } = summarize(bytes)
  const view = await viewMail(bytes)
  const whole = view.text ?? htmlText(view.html ?? '', '\n').replaceAll(spaceWithLineEnd, '\n')
  const text = whole.slice(0, limits.previewedBytes).toWellFormed()
  const attachments = view.attachments.slice(0, mostNamed)
  return {
    from,
    to,
    cc,
    subject,
    date: datedAt === null ? null : new Date(datedAt).toISOString(),
    text,
    attachments: attachments.map(({ filename, size }) => ({ filename, size })),
    is_cut:
      view.problem !== null ||
      text.length < whole.length ||
      attachments.length < view.attachments.length,
  }
}

/** A `winmail.dat` has no header and no text that is shown. */
function filesAlone(bytes: Uint8Array): AttachedMail | null {
  const tnef = readTnef(asBuffer(bytes))
  if (tnef === null) return null
  const { files, isCut } = tnef
  const attachments = files.slice(0, mostNamed).map(({ filename, size }, index) => ({
    filename: attachmentFilename(filename, '', index + 1),
    size,
  }))
  const nothing = { from: null, to: [], cc: [], subject: '', date: null, text: '' }
  return { ...nothing, attachments, is_cut: isCut || files.length > mostNamed }
}
