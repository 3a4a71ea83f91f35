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
  fireEvent.change(dialog.getByLabelText('Files'), { target: { files: [file] } })
  await app.user.click(dialog.getByRole('button', { name: 'Import' }))
  await vi.waitFor(() => expect(FakeRequest.last?.sent).toBe(file))
  return { app, dialog, request: FakeRequest.last as FakeRequest }
}

test('an import shows how much has left and how many mails are there, then what was left out', async () => {
  const { app, dialog, request } = await startImport()
  await dialog.findByText(/^Closing this window stops the import/)
  expect(dialog.queryByText(/^Choose \.eml/)).toBeNull()
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
  dialog.getByText(/^Choose \.eml/)
  expect(dialog.getByRole('button', { name: 'Import' })).toHaveProperty('disabled', false)
})

/** What a browser tells of a dropped file or folder. A folder gives a part of its contents at a time. */
const fileEntry = (file: File) => ({
  isDirectory: false,
  name: file.name,
  file: (found: (file: File) => void) => found(file),
})
const folderEntry = (parts: unknown[][]) => ({
  isDirectory: true,
  name: 'folder',
  createReader: () => {
    const left = [...parts, []]
    return { readEntries: (found: (some: unknown) => void) => found(left.shift()) }
  },
})

async function drop(...entries: unknown[]) {
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  const app = await renderPanes({
    mails: sampleMails(1),
    answers: (server) => server.answer(getCsrfCookie, () => ({ message: 'set' })),
  })
  const list = await screen.findByRole('region', { name: 'Mail list' })
  const items = entries.map((entry) => ({
    webkitGetAsEntry: () => (entry instanceof File ? null : entry),
    getAsFile: () => (entry instanceof File ? entry : null),
  }))
  const dataTransfer = { types: ['Files'], items }
  fireEvent.dragOver(list, { dataTransfer })
  await screen.findByText(/^Drop .eml files/)
  fireEvent.drop(list, { dataTransfer })
  const dialog = within(await screen.findByRole('dialog', { name: 'Import mail' }))
  return { app, dialog, button: dialog.getByRole('button', { name: 'Import' }) }
}

const eml = (name: string, size = 10) => fileEntry(new File(['x'.repeat(size)], name))
const mails = [eml('a.eml'), eml('b.EML', 20), eml('c.mbox')]

/** The request of the file that is sent at the moment. */
async function requestOf(name: string): Promise<FakeRequest> {
  await vi.waitFor(() => expect((FakeRequest.last?.sent as File | undefined)?.name).toBe(name))
  return FakeRequest.last as FakeRequest
}
const done = { imported: 1, already_there: 0, failed: 0, problems: [] }

test('a folder that is dropped on the list is imported file by file, and one that is no mail is named', async () => {
  const { app, dialog, button } = await drop(folderEntry([mails, [eml('notes.txt')]]))
  await dialog.findByText('3 files')
  dialog.getByText('1 other file of the folder is left out.')
  await app.user.click(button)
  const first = await requestOf('a.eml')
  await dialog.findByText('File 1 of 3: 0% sent, 0 messages imported so far')
  first.answer(200, { data: done })
  const second = await requestOf('b.EML')
  await dialog.findByText('File 2 of 3: 25% sent, 1 message imported so far')
  second.answer(422, { code: 'invalid', message: 'This is no mail.' })
  const problems = [{ mail: 2, reason: 'It is larger than 25 MB.' }]
  ;(await requestOf('c.mbox')).answer(200, { data: { ...done, failed: 1, problems } })
  await dialog.findByText('2 messages imported.')
  dialog.getByText('1 file and 1 message skipped:')
  dialog.getByText('b.EML: This is no mail.')
  expect(dialog.getByText('c.mbox, message 2: It is larger than 25 MB.')).toBeTruthy()
})

test('several files end where the connection is lost, and can be sent again', async () => {
  // The last one is on no disk: it was dragged out of a mail program.
  const { app, dialog, button } = await drop(...mails.slice(0, 2), new File(['x'], 'c.eml'))
  await dialog.findByText('3 files')
  await app.user.click(button)
  ;(await requestOf('a.eml')).answer(200, { data: done })
  ;(await requestOf('b.EML')).dispatchEvent(new Event('error'))
  await dialog.findByText(
    /At least 1 message of these files was imported\. Import the same files again/,
  )
  expect(button).toHaveProperty('disabled', false)
})

test.each<[string, unknown[], RegExp]>([
  ['no mail', [folderEntry([[eml('notes.txt')]])], /^The folder holds no .eml or .mbox file/],
  ['too many files', [folderEntry([Array(1_001).fill(mails[0])])], /^At most 1,000 files/],
  [
    'a folder with very many files',
    [folderEntry([Array(10_001).fill(eml('x.txt'))])],
    /more than 10,000 files/,
  ],
])('dropping %s says why it cannot be imported', async (_, entries, words) => {
  const { dialog, button } = await drop(...entries)
  await dialog.findByText(words)
  expect(button).toHaveProperty('disabled', true)
})
