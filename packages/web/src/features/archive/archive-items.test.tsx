import { exportMails, getCsrfCookie } from '@mailstop/contract'
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderPanes, sampleMails } from '../../testing/render-inbox.tsx'

test('what the list shows is exported, and the page stays', async () => {
  const asked: unknown[] = []
  const app = await renderPanes({
    mails: sampleMails(2),
    at: '/inbox?q=subject',
    answers: (server) =>
      server.answer(exportMails, ({ query }) => {
        asked.push(query)
        return { url: '/files/archives/token' }
      }),
  })
  const clicked = new Promise<string>((resolve) => {
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      resolve(this.getAttribute('href') ?? '')
    })
  })
  await app.user.click(await screen.findByRole('button', { name: 'More' }))
  await app.user.click(await screen.findByRole('menuitem', { name: 'Export…' }))
  expect(await clicked).toBe('/files/archives/token')
  expect(asked).toEqual([{ filter: 'all', q: 'subject' }])
  expect(app.address()).toBe('/inbox?q=subject')
})

/** The browser's own upload, in the hands of the test. */
class FakeRequest extends EventTarget {
  static last: FakeRequest | undefined
  readonly upload = new EventTarget()
  readonly headers: Record<string, string> = {}
  url = ''
  status = 0
  responseText = ''
  sent: unknown
  open(_method: string, url: string): void {
    this.url = url
  }
  setRequestHeader(name: string, value: string): void {
    this.headers[name] = value
  }
  send(body: unknown): void {
    this.sent = body
    FakeRequest.last = this
  }
  abort(): void {
    this.dispatchEvent(new Event('abort'))
  }
  answer(status: number, body: unknown): void {
    this.status = status
    this.responseText = JSON.stringify(body)
    this.dispatchEvent(new Event('load'))
  }
}

async function startImport() {
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  const app = await renderPanes({
    mails: [],
    answers: (server) => server.answer(getCsrfCookie, () => ({ message: 'set' })),
  })
  await app.user.click(await screen.findByRole('button', { name: 'More' }))
  await app.user.click(await screen.findByRole('menuitem', { name: 'Import…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Import mail' }))
  const file = new File(['From x'], 'mail.mbox')
  fireEvent.change(dialog.getByLabelText('File'), { target: { files: [file] } })
  await app.user.click(dialog.getByRole('button', { name: 'Import' }))
  await vi.waitFor(() => expect(FakeRequest.last?.sent).toBe(file))
  return { app, dialog, request: FakeRequest.last as FakeRequest }
}

test('an import shows how much has left and how many mails are there, then what was left out', async () => {
  const { app, dialog, request } = await startImport()
  await dialog.findByText(/^Closing this window stops the import/)
  expect(dialog.queryByText(/^Choose an \.eml/)).toBeNull()
  expect(request.headers['content-type']).toBe('application/octet-stream')
  const name = new URL(request.url, 'http://x').searchParams.get('import') ?? ''
  request.upload.dispatchEvent(new ProgressEvent('progress', { loaded: 50, total: 200 }))
  await dialog.findByText('25% sent, 0 messages imported so far')
  const progress = { team_id: 7, user_id: 1, imported: 12, failed: 0 }
  app.socket.send('ImportProgressed', { ...progress, import: name })
  await dialog.findByText('25% sent, 12 messages imported so far')
  const problems = [{ mail: 3, reason: 'It is larger than 25 MB.' }]
  request.answer(200, { data: { imported: 20, already_there: 3, failed: 1, problems } })
  await dialog.findByText('20 messages imported. 3 messages were there already.')
  dialog.getByText('Message 3: It is larger than 25 MB.')
  dialog.getByText('The import is complete.')
  expect(dialog.queryByText(/^Closing this/)).toBeNull()
})

test('an import that is cut off says what was kept, and that the file can be sent again', async () => {
  const { app, dialog, request } = await startImport()
  const name = new URL(request.url, 'http://x').searchParams.get('import') ?? ''
  const progress = { team_id: 7, user_id: 1, failed: 0, import: name }
  app.socket.send('ImportProgressed', { ...progress, imported: 12 })
  await dialog.findByText(/12 messages imported so far/)
  request.dispatchEvent(new Event('error'))
  await dialog.findByText(/cannot be reached.* At least 12 messages of the file were imported\./)
  app.socket.send('ImportProgressed', { ...progress, imported: 13 })
  expect(await dialog.findByText(/At least 13 messages.* Import the same file again/)).toBeTruthy()
})

test('an export that lacks messages says so to who asked for it alone', async () => {
  const app = await renderPanes({ mails: sampleMails(2) })
  await vi.waitFor(() => expect(app.socket.joined()).toContain('teams.7.mails'))
  app.socket.send('MailsLeftOut', { team_id: 7, user_id: 2, count: 5 })
  app.socket.send('MailsLeftOut', { team_id: 7, user_id: 1, count: 2 })
  // Its code is loaded when it is needed first.
  await screen.findByText(/^The exported file lacks 2 messages/, {}, { timeout: 10_000 })
  expect(screen.queryByText(/lacks 5 messages/)).toBeNull()
})

test('an import that is refused says why, and can be tried again', async () => {
  const { dialog, request } = await startImport()
  request.answer(413, { code: 'too_large', message: 'The request is too large.' })
  await dialog.findByText('The request is too large.')
  dialog.getByText(/^Choose an \.eml/)
  expect(dialog.getByRole('button', { name: 'Import' })).toHaveProperty('disabled', false)
})
