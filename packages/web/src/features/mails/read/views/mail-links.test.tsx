import type { Extracted } from '@mailstop/contract'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { expectShown } from '../../../../testing/expect-shown.ts'
import { renderPanes, sampleMails } from '../../../../testing/render-inbox.tsx'
import { sampleExtracted, sampleLink } from '../../../../testing/samples.ts'

async function openLinks(change: Partial<Extracted>) {
  const contents = { html: '<p>Hello</p>', extracted: sampleExtracted(change) }
  const app = await renderPanes({
    mails: sampleMails(1),
    contents: [[1, contents]],
    at: '/inbox/1',
  })
  await app.user.click(await screen.findByRole('tab', { name: 'Links' }))
  return app
}

const list = (name: string) => within(screen.getByRole('region', { name }))

test('the links of a mail are listed with text, host and address, those of html and text apart', async () => {
  await openLinks({
    links: [
      sampleLink({ href: 'https://app.rocket.test/verify?t=1', text: 'Verify' }),
      sampleLink({ text: null, image_alt: 'Our logo' }),
      sampleLink({
        href: 'https://app.rocket.test/',
        text: 'https://app.rocket.test/',
        part: 'text',
      }),
    ],
  })
  const html = list('In the HTML')
  expect(html.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Verifyapp.rocket.testhttps://app.rocket.test/verify?t=1',
    'Our logoImageapp.rocket.testhttps://app.rocket.test/',
  ])
  const link = html.getByRole('link', { name: 'https://app.rocket.test/verify?t=1' })
  expect(link.getAttribute('rel')).toBe('noopener noreferrer')
  const [text] = list('In the text').getAllByRole('listitem')
  expect(text?.textContent).toBe('app.rocket.testhttps://app.rocket.test/')
})

test('a link whose text names another host is marked', async () => {
  await openLinks({
    links: [sampleLink({ text: 'bank.test', host: 'evil.test', other_host: 'bank.test' })],
  })
  await expectShown(screen.findByText('The text names bank.test, and the link goes to evil.test.'))
})

test('a link that a mail has several times is listed once', async () => {
  await openLinks({ links: [sampleLink(), sampleLink(), sampleLink({ text: 'Other' })] })
  expect(list('In the HTML').getAllByRole('listitem')).toHaveLength(2)
  screen.getByText('2 times')
})

test('of very many links the first are listed, and all on a click', async () => {
  const links = Array.from({ length: 201 }, (_, index) => sampleLink({ text: `Link ${index}` }))
  const { user } = await openLinks({ links, cut: ['links'] })
  expect(list('In the HTML').getAllByRole('listitem')).toHaveLength(200)
  screen.getByText(/This message is very long/)
  await user.click(screen.getByRole('button', { name: 'Show all 201 links' }))
  expect(list('In the HTML').getAllByRole('listitem')).toHaveLength(201)
})

test('an address with a script is shown, and cannot be opened', async () => {
  await openLinks({
    links: [sampleLink({ href: 'javascript:alert(1)', scheme: 'javascript', host: null })],
  })
  expect(screen.getByText('javascript:alert(1)').closest('a')).toBeNull()
})

test('marks that turn an address around are shown as they are encoded', async () => {
  await openLinks({ links: [sampleLink({ href: 'https://a.test/\u202efdp.exe' })] })
  const link = screen.getByRole('link', { name: 'https://a.test/%E2%80%AEfdp.exe' })
  expect(link.getAttribute('href')).toBe('https://a.test/\u202efdp.exe')
})

test('a mail without links has no such tab', async () => {
  await renderPanes({ mails: sampleMails(1), at: '/inbox/1' })
  await screen.findByText('Text of 1')
  expect(screen.queryByRole('tab', { name: 'Links' })).toBeNull()
})
