import { expect, test } from 'vitest'
import { corpusMails } from '../../../test/corpora.ts'
import { summarize } from '../../mime/summary.ts'
import { viewMail } from '../../mime/view.ts'
import { searchWords } from './search/words.ts'

test('the list and the open mail agree on how many files a mail has, and on its first text', async () => {
  for (const { name, bytes } of corpusMails()) {
    const row = summarize(bytes)
    const shown = await viewMail(bytes)
    expect(shown.attachments, name).toHaveLength(row.attachmentCount)
    if (shown.text === null) continue
    expect(searchWords(shown.text).startsWith(searchWords(row.text)), name).toBe(true)
  }
})
