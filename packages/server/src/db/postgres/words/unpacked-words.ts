import { unpack } from '../../packing.ts'

/** The words of mails that are in no index yet: `texts` has one for each of `ids`. */
export type NewWords = { ids: readonly number[]; texts: readonly string[] }

/** As `new_words` has them. */
export async function unpackNewWords(
  mailIds: readonly number[],
  { words, bytes }: { words: Uint8Array; bytes: number },
): Promise<NewWords> {
  const texts = Buffer.from(await unpack(words, bytes))
    .toString()
    .split('\n')
  if (texts.length !== mailIds.length) {
    throw new Error(`New words are of ${texts.length} mails in place of ${mailIds.length}`)
  }
  return { ids: mailIds, texts }
}
