import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { getPrivacy, getTerms } from '@mailstop/contract'
import { expect, test } from 'vitest'
import { startApp } from '../../../test/support/harness.ts'
import { createNotices } from './notices.ts'
import { newFolder } from '../../../test/support/new-folder.ts'

test('what the operator has written is shown to anyone, as it is at that moment', async () => {
  const file = join(newFolder(), 'terms.md')
  await writeFile(file, '# Ours\n\n<script>alert(1)</script> Zürich')
  const { client } = await startApp({ TERMS_FILE: file })
  const visitor = client()
  expect(await visitor.must(getTerms, {})).toEqual({
    data: { text: '# Ours\n\n<script>alert(1)</script> Zürich' },
  })
  await writeFile(file, 'Changed')
  expect(await visitor.must(getTerms, {})).toEqual({ data: { text: 'Changed' } })
  expect(await visitor.must(getPrivacy, {})).toEqual({ data: { text: null } })
})

test('a file that is not there stops the start, and is named', async () => {
  const missing = join(newFolder(), 'privacy.md')
  await expect(startApp({ PRIVACY_FILE: missing })).rejects.toThrow(missing)
})

test('a very long file is read up to a limit, whatever its bytes are', async () => {
  const file = join(newFolder(), 'terms.md')
  await writeFile(file, Buffer.alloc(1024 * 1024, 0xff))
  const text = await createNotices({ terms: file, privacy: null }).terms()
  expect(text).toBe('\ufffd'.repeat(256 * 1024))
})
