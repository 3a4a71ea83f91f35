import {
  downloadMailAttachments,
  getAttachedMail,
  getAttachmentDigest,
  getMailAttachment,
  type Attachment,
} from '@mailstop/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { refuse, type FakeServer } from '../../../testing/fake-server.ts'
import { renderPanes, sampleMails } from '../../../testing/render-inbox.tsx'

const file = (key: number, filename: string, content_type: string, more = {}): Attachment => ({
  key: String(key),
  filename,
  content_type,
  size: 1_000,
  inline: false,
  ...more,
})

const digest = 'ab'.repeat(32)

async function renderMail(attachments: Attachment[], answers?: (server: FakeServer) => void) {
  const app = await renderPanes({
    mails: sampleMails(1, { attachment_count: attachments.length }),
    contents: [[1, { attachments }]],
    at: '/inbox/1',
    answers(server) {
      server.answer(getAttachmentDigest, () => ({ data: { sha256: digest } }))
      server.answer(getMailAttachment, ({ params }) => ({ url: `/files/${params.key}` }))
      answers?.(server)
    },
  })
  await screen.findByText('Text of 1')
  return app
}

const strip = () => screen.findByRole('region', { name: 'Attachments' })
const names = async () =>
  within(await strip())
    .queryAllByRole('listitem')
    .map((item) => item.firstElementChild?.getAttribute('aria-label'))

describe('the strip of attachments', () => {
  test('has a picture of each, with its name, type and size, images of the text only when asked for', async () => {
    const { user } = await renderMail([
      file(1, 'logo.png', 'image/png', { inline: true, size: 5_000_000 }),
      file(2, 'invoice.pdf', 'application/octet-stream', { size: 48_211 }),
      file(3, 'page.html', 'text/html'),
      file(4, 'data', 'application/octet-stream'),
    ])
    expect(await names()).toEqual([
      'invoice.pdf, PDF, 48 KB',
      'page.html, HTML, 1.0 KB',
      'data, File, 1.0 KB',
    ])
    await user.click(screen.getByRole('button', { name: 'Show 1 inline image' }))
    expect(await names()).toContain('logo.png, PNG image, 5.0 MB')
    await user.click(screen.getByRole('button', { name: 'Show fewer' }))
    expect(await names()).toHaveLength(3)
  })

  test('is not there without attachments', async () => {
    await renderMail([])
    expect(screen.queryByRole('region', { name: 'Attachments' })).toBeNull()
  })

  test('shows the first of very many, and all when asked for', async () => {
    const many = Array.from({ length: 200 }, (_, index) => file(index + 1, 'a.txt', 'text/plain'))
    const { user } = await renderMail(many)
    expect(await names()).toHaveLength(8)
    await user.click(screen.getByRole('button', { name: 'Show all 200' }))
    expect(await names()).toHaveLength(200)
  })

  test('downloads all as one archive', async () => {
    const { user, server } = await renderMail(
      [file(1, 'a.txt', 'text/plain'), file(2, 'b.txt', 'text/plain')],
      (fake) => fake.answer(downloadMailAttachments, () => refuse('forbidden')),
    )
    await user.click(await screen.findByRole('button', { name: 'Download all' }))
    await waitFor(() => expect(server.count(downloadMailAttachments)).toBe(1))
    await screen.findByText('You are not allowed to do this.')
  })
})

describe('a preview', () => {
  const files = [
    file(1, 'order.json', 'application/json'),
    file(2, 'prices.csv', 'text/csv'),
    file(3, 'logo.svg', 'image/svg+xml'),
    file(4, 'inner.eml', 'message/rfc822'),
    file(5, 'data.bin', 'application/octet-stream'),
  ]

  async function openFirst() {
    const app = await renderMail(files, (server) => {
      server.serveFile('/files/1', '{"id":1}')
      server.serveFile('/files/2', 'item,price\ntea,2.40')
      server.serveFile('/files/3', '<svg><script>alert(1)</script></svg>')
      server.answer(getAttachedMail, () => ({
        data: {
          from: { name: 'Ada', address: 'ada@rocket.test' },
          to: [{ name: '', address: 'you@customer.test' }],
          cc: [],
          subject: 'Inner',
          date: '2026-11-21T09:41:00.000Z',
          text: 'The inner text.',
          attachments: [{ filename: 'a.txt', size: 5 }],
          is_cut: true,
        },
      }))
    })
    await app.user.click(within(await strip()).getByRole('button', { name: /order\.json/ }))
    await screen.findByText(/"id": 1/)
    return app
  }

  test('goes through all files by the arrow keys, and ends at the last', async () => {
    const { user } = await openFirst()
    await user.keyboard('{ArrowLeft}{ArrowRight}')
    await screen.findByRole('cell', { name: 'tea' })
    await user.keyboard('{ArrowRight}')
    await screen.findByText('<svg><script>alert(1)</script></svg>')
    await user.keyboard('{ArrowRight}')
    await screen.findByText('Ada <ada@rocket.test>')
    await screen.findByText('a.txt (5 B)')
    await screen.findByText('This message is too long to show in full.')
    await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}')
    await screen.findByText('No preview')
    expect(await screen.findByText('5 of 5')).toBeDefined()
  })

  test('shows the SHA-256, and Escape returns to the strip', async () => {
    const { user } = await openFirst()
    await screen.findByText(digest)
    await screen.findByRole('button', { name: 'Copy SHA-256' })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() =>
      expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^order\.json/),
    )
  })

  test('offers a new tab only where a browser shows the file', async () => {
    const { user } = await openFirst()
    const tabButton = () => screen.queryByRole('button', { name: 'Open in a new tab' })
    expect(tabButton()).not.toBeNull()
    await user.keyboard('{ArrowRight}{ArrowRight}')
    await screen.findByText('<svg><script>alert(1)</script></svg>')
    expect(tabButton()).toBeNull()
    expect(screen.queryByRole('button', { name: 'Download' })).not.toBeNull()
  })

  test('asks before each PDF, whose scripts the viewer of a browser runs', async () => {
    const { user, server } = await renderMail(
      [file(1, 'one.pdf', 'application/pdf'), file(2, 'two.pdf', 'application/pdf')],
      (fake) => {
        for (const key of [1, 2]) fake.serveFile(`/files/${key}`, '%PDF-1.4', 'application/pdf')
      },
    )
    const open = async () =>
      user.click(within(await strip()).getByRole('button', { name: /one\.pdf/ }))
    const show = () => screen.findByRole('button', { name: 'Show it here' })
    const frames = () => [...document.querySelectorAll('iframe')].map(({ title }) => title)
    const mailFrames = frames()

    await open()
    await show()
    screen.getByText(/^A PDF can run scripts in your browser’s viewer/)
    expect(screen.getAllByRole('button', { name: 'Open in a new tab' })).toHaveLength(2)
    expect(frames()).toEqual(mailFrames)
    expect(server.count(getMailAttachment)).toBe(0)

    await user.click(await show())
    await screen.findByTitle('PDF one.pdf')
    await user.keyboard('{ArrowRight}')
    await screen.findByText('2 of 2')
    await show()
    expect(frames()).toEqual(mailFrames)
    await user.keyboard('{ArrowLeft}')
    await screen.findByText('1 of 2')
    await user.click(await show())
    await screen.findByTitle('PDF one.pdf')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await open()
    await show()
    expect(frames()).toEqual(mailFrames)
  })

  test('does not frame what only claims to be a PDF, which the frame would download', async () => {
    const { user } = await renderMail([file(1, 'page.pdf', 'application/pdf')], (server) =>
      server.serveFile('/files/1', '<html></html>', 'application/octet-stream'),
    )
    await user.click(within(await strip()).getByRole('button', { name: /page\.pdf/ }))
    await user.click(await screen.findByRole('button', { name: 'Show it here' }))
    await screen.findByText('Not a PDF')
    expect(screen.queryByTitle('PDF page.pdf')).toBeNull()
  })

  test('of a file that does not come says so', async () => {
    const { user } = await renderMail([file(1, 'a.txt', 'text/plain')], (server) =>
      server.answer(getMailAttachment, () => refuse('not_found')),
    )
    await user.click(within(await strip()).getByRole('button', { name: /a\.txt/ }))
    expect(await screen.findByText('This file could not be loaded')).toBeDefined()
  })
})
