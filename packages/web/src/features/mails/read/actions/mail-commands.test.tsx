import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderInbox, renderPanes, sampleMails } from '../../../../testing/render-inbox.tsx'

test('the command palette has every action on the open mail, its tabs and its list', async () => {
  const { user } = await renderInbox({ mails: sampleMails(2), at: '/inbox/2' })
  await screen.findByText('Text of 2')
  await user.keyboard('{Control>}k{/Control}')
  await screen.findByRole('dialog', { name: 'Command palette' })
  const labels = () => screen.getAllByRole('option').map(({ textContent }) => textContent ?? '')
  const expected = [
    /^Forward.*w$/,
    /^View raw.*v$/,
    /^Print/,
    /^Save as EML.*d$/,
    /^Copy link.*c$/,
    /^Copy test/,
    /^Pin Sender.*p$/,
    /^Pin Recipient ada@customer.test.*b$/,
    /^Show Text.*1$/,
    /^Show Headers.*3$/,
    /^Show Check.*i$/,
    /^Mark all read/,
    /^Import/,
    /^Export/,
    /^Invite/,
    /^Next unread.*n$/,
    /^Jump to date.*gt$/,
    /^Go to the oldest message.*ge$/,
  ]
  await waitFor(() => {
    for (const label of expected) expect(labels()).toContainEqual(expect.stringMatching(label))
  })
})

test('each tab of a mail has the key of its place, and the check i as well', async () => {
  const { user } = await renderPanes({ mails: sampleMails(1), at: '/inbox/1' })
  await screen.findByText('Text of 1')
  const names = within(screen.getByRole('tablist', { name: 'View' }))
    .getAllByRole('tab')
    .map(({ textContent }) => textContent ?? '')
  expect(names).toEqual(['Text', 'Check', 'Headers', 'Raw'])
  for (const [index, name] of names.entries()) {
    await user.keyboard(String(index + 1))
    await screen.findByRole('tab', { name, selected: true })
  }
  await user.keyboard('i')
  await screen.findByRole('tab', { name: 'Check', selected: true })
})
