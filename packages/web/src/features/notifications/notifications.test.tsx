import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderInbox, sampleMails, sampleSummary } from '../../testing/render-inbox.tsx'

// Its code is loaded when the page is idle.
await import('./attention.tsx')

/** The notifications of the browser, in the hands of the test. */
class FakeNotification extends EventTarget {
  static permission: NotificationPermission = 'default'
  static answer: NotificationPermission = 'granted'
  static asked = 0
  static shown: FakeNotification[] = []
  static requestPermission = async () => {
    FakeNotification.asked += 1
    FakeNotification.permission = FakeNotification.answer
    return FakeNotification.permission
  }
  readonly title: string
  readonly body: string
  constructor(title: string, { body = '' }: NotificationOptions = {}) {
    super()
    this.title = title
    this.body = body
    FakeNotification.shown.push(this)
  }
  close(): void {
    FakeNotification.shown = FakeNotification.shown.filter((one) => one !== this)
  }
}
const texts = () => FakeNotification.shown.map(({ title, body }) => [title, body])

const badge = vi.fn<(count: number) => Promise<void>>(async () => undefined)
let seenElsewhere = false
const locks = {
  query: async () => ({ held: seenElsewhere ? [{ name: 'mailstop-seen' }] : [] }),
  request: async () => undefined,
}

function see(isSeen: boolean): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(isSeen ? 'visible' : 'hidden')
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
}

beforeEach(() => {
  Object.assign(FakeNotification, { permission: 'default', answer: 'granted', asked: 0, shown: [] })
  vi.stubGlobal('Notification', FakeNotification)
  vi.stubGlobal('isSecureContext', true)
  seenElsewhere = false
  Object.defineProperties(navigator, {
    setAppBadge: { configurable: true, value: badge },
    locks: { configurable: true, value: locks },
  })
  const icon = document.head.appendChild(document.createElement('link'))
  icon.rel = 'icon'
})
afterEach(() => {
  document.querySelector('link[rel="icon"]')?.remove()
  delete document.documentElement.dataset['instance']
})

async function renderJoined() {
  const app = await renderInbox({ mails: sampleMails(2) })
  await waitFor(() => expect(app.socket.joined()).toContain('teams.7.mails'))
  await screen.findByRole('link', { name: /Subject 2/ })
  return {
    ...app,
    async toggle() {
      await app.user.click(screen.getByRole('button', { name: /^Account menu/ }))
      await app.user.click(await screen.findByRole('menuitem', { name: 'Notifications' }))
    },
    arrive(count: number, inbox: string | null = null) {
      const newest = (app.mailbox.mails[0]?.id ?? 0) + count
      app.mailbox.mails = sampleMails(newest, { inbox })
      app.socket.send('MailReceived', { team_id: 7, user_id: null, ids: [newest], count })
    },
  }
}

test('notifications are asked for in the menu alone, which shows one at once', async () => {
  const app = await renderJoined()
  expect(FakeNotification.asked).toBe(0)
  await app.toggle()
  await waitFor(() => expect(texts()).toHaveLength(1))
  expect(texts()[0]?.[0]).toBe('Notifications are on · Mailstop')
  await app.toggle()
  expect(localStorage.getItem('notifications')).toBe('off')
  expect(FakeNotification.asked).toBe(1)
})

test.each<[string, () => void, RegExp]>([
  [
    'a browser that blocks them',
    () => (FakeNotification.answer = 'denied'),
    /blocks notifications/,
  ],
  ['a browser that was not allowed', () => (FakeNotification.answer = 'default'), /stay off/],
  ['a page without https', () => vi.stubGlobal('isSecureContext', false), /only of pages on https/],
  [
    'a phone, which refuses to make one',
    () => {
      vi.stubGlobal(
        'Notification',
        class extends FakeNotification {
          constructor(title: string) {
            super(title)
            throw new TypeError('Illegal constructor')
          }
        },
      )
    },
    /shows no notifications of pages/,
  ],
])('%s is told in plain words', async (_, prepare, words) => {
  prepare()
  const app = await renderJoined()
  await app.toggle()
  await screen.findByText(words, {}, { timeout: 10_000 })
  expect(localStorage.getItem('notifications')).not.toBe('on')
})

async function renderUnseen() {
  FakeNotification.permission = 'granted'
  localStorage.setItem('notifications', 'on')
  const app = await renderJoined()
  see(false)
  return app
}

test('one mail is shown by sender and subject while the page is not seen, and a click opens it', async () => {
  const app = await renderUnseen()
  app.arrive(1)
  await waitFor(() => expect(texts()).toEqual([['Sender 3', 'Subject 3']]))
  act(() => void FakeNotification.shown[0]?.dispatchEvent(new Event('click')))
  await waitFor(() => expect(app.address()).toBe('/inbox/3'))
  expect(texts()).toEqual([])
})

test('one mail to one of several inboxes is shown with the name of the inbox', async () => {
  const app = await renderUnseen()
  app.arrive(1, 'staging')
  await waitFor(() => expect(texts()).toEqual([['Sender 3 · staging', 'Subject 3']]))
})

test('a burst is one notification with its number, named after the installation, and gone once the page is seen', async () => {
  document.documentElement.dataset['instance'] = 'Staging'
  const app = await renderUnseen()
  app.arrive(10)
  app.arrive(2)
  await waitFor(() => expect(texts()).toEqual([['12 new messages · Staging', '']]))
  see(true)
  expect(texts()).toEqual([])
})

test('nothing is shown while this tab or another one is seen', async () => {
  const app = await renderUnseen()
  seenElsewhere = true
  const asked = vi.spyOn(locks, 'query')
  app.arrive(1)
  await waitFor(() => expect(asked).toHaveBeenCalled())
  see(true)
  app.arrive(1)
  await screen.findByRole('link', { name: /Subject 4/ })
  expect(texts()).toEqual([])
})

test('the icons of the tab and of the installed app have the number of unread mails', async () => {
  const app = await renderJoined()
  const icon = () => decodeURIComponent(document.querySelector('link')?.href ?? '')
  await waitFor(() => expect(badge).toHaveBeenLastCalledWith(0))
  expect(icon()).not.toContain('<text')
  app.mailbox.mails = Array.from({ length: 120 }, (_, id) =>
    sampleSummary(120 - id, { read_at: null }),
  )
  app.socket.send('MailReceived', { team_id: 7, user_id: null, ids: [120], count: 118 })
  await waitFor(() => expect(badge).toHaveBeenLastCalledWith(120))
  expect(icon()).toContain('>99+</text>')
})
