import {
  downloadMailAttachment,
  downloadMailAttachments,
  exportMail,
  exportMails,
  getMailAttachment,
  getMailBody,
  getMailSource,
  listMails,
} from '@mailstop/contract'
import { expect, test } from 'vitest'
import { deriveKey, loadOrCreateAppKey } from '../../src/lib/secrets/app-key.ts'
import { startApp } from '../support/harness.ts'
import { sendMail } from '../clients/send-mail.ts'
import { createStopLinks } from '../../src/features/suppression/suppression.ts'

const tokenIn = (link: string | URL) => String(link).split('/').at(-1) ?? ''

test('a link opens where links of its kind do, and nowhere else', async () => {
  const running = await startApp()
  const { api, team } = await running.signIn('ada')
  const attachments = [{ filename: 'a.txt', content: 'attached' }]
  await sendMail(running.smtpPort, team, { subject: 'Hi', text: 'Hi', attachments })
  const mails = await api.must(listMails, { params: { team: String(team.id) }, query: {} })
  const params = { team: String(team.id), mail: String(mails.data[0]?.id) }

  const source = await api.must(getMailSource, { params })
  const attachment = await api.must(getMailAttachment, { params: { ...params, key: '1' } })
  const download = await api.must(downloadMailAttachment, { params: { ...params, key: '1' } })
  const zip = await api.must(downloadMailAttachments, { params })
  const body = await api.must(getMailBody, { params: { ...params, kind: 'text' } })
  const eml = await api.must(exportMail, { params })
  const mbox = await api.must(exportMails, { params: { team: String(team.id) }, query: {} })
  const key = deriveKey(loadOrCreateAppKey(running.dataDir), 'stopping')
  const stop = createStopLinks({ key, publicUrl: new URL(running.origin) })

  const tokens = {
    source: tokenIn(source.url),
    attachment: tokenIn(attachment.url),
    download: tokenIn(download.url),
    zip: tokenIn(zip.url),
    body: tokenIn(body.url),
    eml: tokenIn(eml.url),
    mbox: tokenIn(mbox.url),
    stop: tokenIn(stop.urlOf('someone@example.test')),
  }
  const routes: [method: string, path: string, opens: string[]][] = [
    ['GET', '/files/mails/', ['source', 'attachment', 'download', 'zip', 'body']],
    ['GET', '/files/archives/', ['eml', 'mbox']],
    ['POST', '/api/forwarding-stop/', ['stop']],
    ['POST', '/api/forwarding-verification/', []],
  ]
  const opened: unknown[] = []
  const refusedBy: Record<string, Set<number>> = {}
  for (const [method, path] of routes) {
    const kinds: string[] = []
    for (const [kind, token] of Object.entries(tokens)) {
      const answer = await api.send(method, path + token)
      await answer.arrayBuffer()
      if (answer.ok) kinds.push(kind)
      else (refusedBy[path] ??= new Set()).add(answer.status)
    }
    opened.push([method, path, kinds])
  }
  expect(opened).toEqual(routes)
  const gone = new Set([410])
  expect(refusedBy).toMatchObject({ '/files/mails/': gone, '/files/archives/': gone })
  expect(
    Object.values(refusedBy)
      .flatMap((all) => [...all])
      .filter((status) => status >= 500),
  ).toEqual([])
})
