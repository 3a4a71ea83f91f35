import type { Mail } from '@mailstop/contract'
import { exactDateTime } from '../../../../ui/texts/date-texts.ts'
import { imageSize } from '@mailstop/contract/image-size'
import { dateHeaderText } from '../header/date-header.ts'
import { mailboxText, subjectText } from '../header/mailbox-text.ts'
import { shownRecipients } from '../header/shown-recipients.ts'
import { mailDocument } from '../html/mail-document.ts'

/** What is printed: the mail as it is being read. */
export type Printed = { mail: Mail; images: boolean; asText: boolean }

/**
 * Adds a frame with a mail alone to the page: a table of its header, then its whole body. The frame of the reader
 * cannot be printed: it shows one screen, and a page may measure and print frames of its own origin alone. So this frame
 * has our origin, for as long as it is printed. Nothing in it runs: it has no scripts, and all else that the reader's has not.
 */
export function addPrintout({ mail, images, asText }: Printed): HTMLIFrameElement {
  document.querySelector('.printout')?.remove()
  const frame = document.createElement('iframe')
  frame.className = 'printout'
  frame.title = 'Printed message'
  frame.inert = true
  frame.setAttribute('sandbox', 'allow-same-origin allow-modals')
  document.body.append(frame)
  const page = frame.contentDocument
  if (page === null) throw new Error('a frame of this origin has a document')
  const shown =
    asText || mail.html === null ? null : mailDocument(mail.html, { images, dark: null })
  if (shown !== null) fill(page, shown.srcdoc)
  keepRoomForImages(page)
  page.title = subjectText(mail.subject)
  page.documentElement.insertBefore(headerOf(page, mail), page.body)
  page.body.append(
    styleOf(page, 'html, body { height: auto !important; overflow: visible !important }'),
  )
  if (shown === null) page.body.append(textOf(page, mail.text ?? ''))
  return frame
}

/**
 * Nodes are moved in, since a document that is written forgets our referrer policy and tells the sender of an image
 * where we are. The content policy in the head stands before anything can be fetched. The document has no doctype, so
 * a style makes tables inherit as they do with one.
 */
function fill(page: Document, html: string): void {
  const { documentElement: root, body } = new DOMParser().parseFromString(html, 'text/html')
  body.remove()
  page.replaceChild(page.adoptNode(root), page.documentElement)
  page.head.append(
    styleOf(
      page,
      ':where(table) { font: inherit; color: inherit; white-space: inherit; text-align: inherit }',
    ),
  )
  root.append(page.adoptNode(body))
}

/** Its own images have their room before they are read, so that the height of the page is known at once. */
function keepRoomForImages(page: Document): void {
  for (const image of page.querySelectorAll<HTMLImageElement>('img[src^="data:image/"]')) {
    const [, data = ''] = /^data:[\w/+.-]+;base64,([A-Za-z0-9+/]{4,120000})/.exec(image.src) ?? []
    const bytes = atob(data.slice(0, data.length - (data.length % 4)))
    const size = imageSize(Uint8Array.from(bytes, (each) => each.charCodeAt(0)))
    if (size === null) continue
    image.style.aspectRatio = `${size.width} / ${size.height}`
    if (!image.hasAttribute('width') && !image.hasAttribute('height')) image.width = size.width
  }
}

/** The styles of the mail do not reach into a shadow tree. */
function headerOf(page: Document, mail: Mail): HTMLElement {
  const host = page.createElement('div')
  host.setAttribute('style', 'all: initial !important; display: block !important')
  const rows = headerRows(mail).map(([name, value]) => {
    const row = page.createElement('tr')
    for (const [element, text] of [
      ['th', name],
      ['td', value],
    ] as const) {
      row.append(Object.assign(page.createElement(element), { textContent: text }))
    }
    return row
  })
  const heading = page.createElement('h1')
  heading.textContent = subjectText(mail.subject)
  const table = page.createElement('table')
  table.append(...rows)
  host.attachShadow({ mode: 'open' }).append(styleOf(page, headerStyle), heading, table)
  return host
}

function headerRows(mail: Mail): [string, string][] {
  const { from, received_at, attachments } = mail
  const rows: [string, string][] = [
    ['From', from === null ? '' : mailboxText(from)],
    ...shownRecipients(mail).map(({ label, mailboxes }): [string, string] => [
      label,
      mailboxes.map(mailboxText).join(', '),
    ]),
    ['Date', [exactDateTime(received_at), dateHeaderText(mail)].filter(Boolean).join('. ')],
    ['Attachments', attachments.map(({ filename }) => filename).join(', ')],
  ]
  return rows.filter(([, value]) => value !== '')
}

function textOf(page: Document, text: string): HTMLElement {
  const element = page.createElement('pre')
  element.textContent = text
  element.setAttribute(
    'style',
    'margin: 16px 0; font: 12px/1.5 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere',
  )
  return element
}

const styleOf = (page: Document, css: string) =>
  Object.assign(page.createElement('style'), { textContent: css })

const headerStyle = `
  h1 { margin: 0 0 10px; font: 600 18px/1.3 system-ui, sans-serif; overflow-wrap: anywhere }
  table { width: 100%; border-bottom: 1px solid #999; padding-bottom: 10px; font: 12px/1.5 system-ui, sans-serif }
  th { width: 80px; padding: 0 12px 0 0; text-align: left; vertical-align: top; font-weight: 600 }
  td { padding: 0; overflow-wrap: anywhere }
`
