import { createShareLink, endShareLink, listShareLinks, type ShareLink } from '@mailstop/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { expectShown } from '../../testing/expect-shown.ts'
import { refuse } from '../../testing/fake-server.ts'
import { renderPanes, sampleMails } from '../../testing/render-inbox.tsx'
import { sampleExtracted, sampleTeam } from '../../testing/samples.ts'

const item = 'Link for people without an account'
const url = 'https://mail.test/shared/abc'

const sampleLink = (change: Partial<ShareLink> = {}): ShareLink => ({
  id: 1,
  created_at: '2026-11-21T09:41:00.000Z',
  expires_at: '2026-11-22T09:41:00.000Z',
  created_by: 'Grace',
  shows: ['headers'],
  once: true,
  opened_at: null,
  ...change,
})

async function openMenu(options: Partial<Parameters<typeof renderPanes>[0]> = {}) {
  const app = await renderPanes({ mails: sampleMails(1), at: '/inbox/1', ...options })
  await screen.findByText('Text of 1')
  await app.user.click(await screen.findByRole('button', { name: 'More actions' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Copy' }))
  await screen.findByRole('menuitem', { name: 'Headers' })
  return app
}

async function openDialog(
  links: ShareLink[],
  { refuses = false, extracted = sampleExtracted() } = {},
) {
  const sent: object[] = []
  const app = await openMenu({
    contents: [[1, { extracted }]],
    answers(server) {
      server.answer(listShareLinks, () => ({ data: links }))
      server.answer(createShareLink, ({ body }) => {
        sent.push(body)
        const message = 'A message can have at most 20 links. End one first.'
        if (refuses) return refuse('conflict', { message })
        links.push(sampleLink({ id: 2, created_by: 'Ada' }))
        return { data: { ...sampleLink({ id: 2 }), url } }
      })
      server.answer(endShareLink, ({ params }) => {
        links.splice(0, links.length, ...links.filter(({ id }) => id !== params.share))
        return { message: 'Link ended' }
      })
    },
  })
  fireEvent.click(await screen.findByRole('menuitem', { name: item }))
  const dialog = within(await screen.findByRole('dialog', { name: `Copy a ${item.toLowerCase()}` }))
  return { ...app, dialog, sent }
}

test('a link is made as it was chosen, copied, and shown this once', async () => {
  const { user, dialog, sent } = await openDialog([])
  expect(dialog.queryByRole('alert')).toBeNull()
  expect(dialog.queryByRole('checkbox', { name: 'Attachments' })).toBeNull()
  await user.click(dialog.getByRole('checkbox', { name: 'Headers' }))
  await user.click(dialog.getByRole('checkbox', { name: /^Opens once/ }))
  await user.click(dialog.getByRole('button', { name: 'Copy link' }))
  expect(await dialog.findByLabelText('Link')).toHaveProperty('value', url)
  expect(document.activeElement).toBe(dialog.getByLabelText('Link'))
  await dialog.findByRole('button', { name: 'Copied!' })
  expect(await navigator.clipboard.readText()).toBe(url)
  expect(sent).toEqual([{ hours: 24, once: true, shows: ['headers'] }])
  await dialog.findByText('By Ada · Opens once · With headers')
})

test('the links of a mail are listed with who made them, and each is ended at once', async () => {
  const opened = sampleLink({ id: 3, shows: [], opened_at: '2026-11-21T10:00:00.000Z' })
  const { user, dialog } = await openDialog([sampleLink(), opened])
  await dialog.findByText('By Grace · Opens once · With headers')
  dialog.getByText(/^By Grace · Opened Nov 21/)
  const [first] = dialog.getAllByRole('button', { name: /^End now/ })
  await user.click(first as HTMLElement)
  await waitFor(() => expect(dialog.getAllByRole('listitem')).toHaveLength(1))
})

test('a link that is one too many is refused with what to do', async () => {
  const { user, dialog } = await openDialog([], { refuses: true })
  await user.click(dialog.getByRole('button', { name: 'Copy link' }))
  await expectShown(dialog.findByText('A message can have at most 20 links. End one first.'))
})

const code = {
  value: '1',
  shown: '1',
  rule: 'alone' as const,
  part: 'text' as const,
  label: null,
  position: 0,
}
const link = {
  href: 'https://shop.test/sign-in?token=1',
  text: 'Sign in',
  image_alt: null,
  part: 'html' as const,
  scheme: 'https',
  host: 'shop.test',
  other_host: null,
}

test.each([
  ['a code', { codes: [code] }, /holds a code/],
  ['a link that signs in', { links: [link] }, /holds a link that signs in/],
])('the dialog warns before a link to a mail with %s is made', async (_, found, warning) => {
  const { dialog } = await openDialog([], { extracted: { ...sampleExtracted(), ...found } })
  expect(dialog.getByRole('alert').textContent).toMatch(warning)
})

test('no link is offered where the server allows none', async () => {
  const team = sampleTeam()
  const permissions = team.permissions.filter((action) => action !== 'share_mail')
  await openMenu({ teams: [{ ...team, permissions }] })
  expect(screen.queryByRole('menuitem', { name: item })).toBeNull()
})
