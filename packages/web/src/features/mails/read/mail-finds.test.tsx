import type { Extracted, MailCode } from '@mailstop/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderInbox, renderPanes, sampleMails } from '../../../testing/render-inbox.tsx'
import { sampleExtracted, sampleLink } from '../../../testing/samples.ts'

const code = (value: string, shown = value): MailCode => ({
  value,
  shown,
  rule: 'labelled',
  part: 'text',
  label: 'code',
  position: 0,
})

async function openMail(change: Partial<Extracted> | null, render = renderPanes) {
  const extracted = change && sampleExtracted(change)
  const app = await render({
    mails: sampleMails(1),
    contents: [[1, { extracted }]],
    at: '/inbox/1',
  })
  await screen.findByText('Text of 1')
  return app
}

const found = () => within(screen.getByRole('group', { name: 'Found in this message' }))
const copied = () => navigator.clipboard.readText()

test('the code of a mail is copied by a button, as it is typed', async () => {
  const { user } = await openMail({ code: '730418', codes: [code('730418', '730 418')] })
  await user.click(found().getByRole('button', { name: 'Copy code 730 418' }))
  await found().findByRole('button', { name: 'Copied! 730 418' })
  expect(await copied()).toBe('730418')
})

test('the code of a mail is copied by a key and by a command', async () => {
  const { user } = await openMail({ code: '4821', codes: [code('4821')] }, renderInbox)
  await user.keyboard('y')
  await found().findByRole('button', { name: 'Copied! 4821' })
  expect(await copied()).toBe('4821')
  await user.keyboard('{Control>}k{/Control}')
  await waitFor(() => screen.getByRole('option', { name: /^Copy code 4821/ }))
})

test('where two codes are equally certain, each has a button', async () => {
  await openMail({ code: null, codes: [code('1111'), code('2222')] })
  const names = found()
    .getAllByRole('button')
    .map(({ textContent }) => textContent)
  expect(names).toEqual(['Copy code1111', 'Copy code2222'])
})

test('the main link of a mail is copied by a button', async () => {
  const { user } = await openMail({
    links: [
      sampleLink(),
      sampleLink({ href: 'https://app.rocket.test/v/1', text: 'Verify email' }),
    ],
  })
  await user.click(found().getByRole('button', { name: 'Copy link Verify email' }))
  await waitFor(async () => expect(await copied()).toBe('https://app.rocket.test/v/1'))
})

test.each([null, {}])('a mail with %j offers nothing to copy', async (extracted) => {
  await openMail(extracted)
  expect(screen.queryByRole('group', { name: 'Found in this message' })).toBeNull()
})
