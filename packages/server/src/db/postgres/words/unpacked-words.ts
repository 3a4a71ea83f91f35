import { unpack, unpackNow } from '../../mail/packing.ts'

/** The words of mails that are in no index yet: `texts` has one for each of `ids`. */
export type NewWords = { ids: readonly number[]; texts: readonly string[] }

/** Unpacked in some tens of microseconds, while another thread takes longer to begin. */
const fewBytes = 16 * 1024

export async function unpackNewWords(
  mailIds: readonly number[],
  { words, bytes }: { words: Uint8Array; bytes: number },
): Promise<NewWords> {
  const unpacked = bytes < fewBytes ? unpackNow(words, bytes) : await unpack(words, bytes)
  const texts = Buffer.from(unpacked).toString().split('\n')
  if (texts.length !== mailIds.length) {
    throw new Error(`New words are of ${texts.length} mails in place of ${mailIds.length}`)
  }
  return { ids: mailIds, texts }
}
