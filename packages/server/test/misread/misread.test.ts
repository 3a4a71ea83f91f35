import { expect, test } from 'vitest'
import type { Mailbox } from '@mailstop/contract'
import { describeMail } from '../../src/mime/view/described-mail.ts'
import { snippet } from '../../src/mime/text/snippet.ts'
import { summarize } from '../../src/mime/summary.ts'
import { openMail } from '../../src/mime/view/view.ts'
import { misreadMails, type Misread } from './misread-mails.ts'

const written = (mailbox: Mailbox | null) =>
  mailbox === null ? '' : `${mailbox.name} <${mailbox.address}>`.trim()
const onOneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

/** What the list, the open mail and the APIs of other tools say, where they say the same. */
async function meaningOf(source: string): Promise<Required<Misread>> {
  const bytes = Buffer.from(source, 'latin1')
  const summary = summarize(bytes)
  const { view, extracted } = await openMail(bytes)
  const described = await describeMail(bytes)
  const text = onOneLine(summary.text)
  const subject = view.headers.find(({ name }) => name.toLowerCase() === 'subject')?.value ?? ''
  expect(snippet(summary.text)).toBe(text)
  expect(view.html === null ? onOneLine(view.text ?? '') : text).toBe(text)
  expect(view.to).toEqual(summary.to)
  expect(view.attachments).toHaveLength(summary.attachmentCount)
  expect(subject).toBe(summary.subject)
  expect(described).toMatchObject({ subject, from: summary.from, to: summary.to })
  expect(described.files).toHaveLength(summary.attachmentCount)
  return {
    text,
    html: view.html !== null,
    subject,
    from: written(summary.from),
    to: summary.to.map(written),
    files: view.attachments.map(({ filename }) => filename),
    code: extracted.code ?? '',
  }
}

test.each(misreadMails)('a mail with %s is read as it is meant', async (_what, source, meaning) => {
  expect(await meaningOf(source)).toMatchObject(meaning)
})
