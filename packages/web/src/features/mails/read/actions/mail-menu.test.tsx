import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderInbox, renderPanes, sampleMails } from '../../../../testing/render-inbox.tsx'

const open = () =>
  renderPanes({
    mails: sampleMails(1),
    contents: [
      [
        1,
        {
          html: '<p>Hello</p><img src="https://track.test/o.gif">',
          headers: [
            { name: 'Subject', value: 'Subject 1' },
            { name: 'X-Trace', value: 'abc' },
          ],
        },
      ],
    ],
    at: '/inbox/1',
  })

type User = Awaited<ReturnType<typeof open>>['user']

async function choose(user: User, ...items: string[]) {
  await user.click(await screen.findByRole('button', { name: 'More actions' }))
  for (const name of items) {
    // Without a layout, a submenu takes no pointer for a moment.
    fireEvent.click(await screen.findByRole('menuitem', { name }))
  }
}

test.each([
  ['Text', 'Text of 1'],
  ['HTML', '<p>Hello</p><img src="https://track.test/o.gif">'],
  ['Headers', 'Subject: Subject 1\nX-Trace: abc\n'],
  ['Sender’s address', 'sender1@rocket.test'],
])('the menu of a mail copies %j', async (item, copied) => {
  const { user } = await open()
  await screen.findByTitle('Mail content')
  await choose(user, 'Copy', item)
  await screen.findByText(/ copied$/)
  expect(await navigator.clipboard.readText()).toBe(copied)
})

test('the menu of a mail copies a test that waits for one like it', async () => {
  const { user } = await renderInbox({ mails: sampleMails(1), at: '/inbox/1' })
  await screen.findByText('Text of 1')
  await choose(user, 'Copy', 'Test')
  await screen.findByText('Test copied')
  expect(await navigator.clipboard.readText()).toContain('inbox.wait({ subject: "Subject 1" })')
})

test.each([
  ['HTML', '/api/teams/7/mails/1/html'],
  ['Text', '/api/teams/7/mails/1/text'],
])('the menu of a mail saves it as %s', async (item, address) => {
  const { user } = await open()
  await screen.findByTitle('Mail content')
  const saved = new Promise<string | null>((resolve) => {
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      resolve(this.getAttribute('href'))
    })
  })
  await choose(user, 'Save as', item)
  expect(await saved).toBe(address)
})

test('Open alone opens the page of a mail in a tab without access to this one, with images once the reader asked', async () => {
  const opened = vi.fn<typeof window.open>(() => null)
  vi.stubGlobal('open', opened)
  const { user } = await open()
  await screen.findByTitle('Mail content')
  await choose(user, 'Open alone')
  expect(opened).toHaveBeenLastCalledWith('/api/teams/7/mails/1/page', '_blank', 'noopener')
  await user.click(await screen.findByRole('button', { name: 'Show images' }))
  await choose(user, 'Open alone')
  const withImages = '/api/teams/7/mails/1/page?images=true'
  expect(opened).toHaveBeenLastCalledWith(withImages, '_blank', 'noopener')
})

test('what a mail without HTML lacks is not offered', async () => {
  const { user } = await renderPanes({ mails: sampleMails(1), at: '/inbox/1' })
  await screen.findByText('Text of 1')
  await choose(user, 'Save as')
  await screen.findByRole('menuitem', { name: 'EML' })
  expect(screen.queryByRole('menuitem', { name: 'HTML' })).toBeNull()
  const alone = screen.getByRole('menuitem', { name: 'Open alone' })
  expect(alone.getAttribute('aria-disabled')).toBe('true')
})
