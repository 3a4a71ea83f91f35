import type { FactsOf, MailImage } from '@mailstop/contract'
import { countText } from '@mailstop/contract/count-text'
import { type ImageSize, imageSize } from '@mailstop/contract/image-size'
import { htmlImages, isPixel } from '../../mime/extraction/images.ts'
import { resolverFrom, schemeOf } from '../../mime/extraction/resolved-address.ts'
import { attachmentKeys, findNamed } from '../../mime/related/content-ids.ts'
import { baseOf } from '../../mime/related/content-locations.ts'
import { htmlText } from '../../mime/text/html-text.ts'
import { attribute, type Element, imageOf } from '../mail/html-tree.ts'
import type { InspectedMail } from '../mail/inspected-mail.ts'
import { vanishesInDark } from './dark-logo.ts'
import { defineSection, fail, info, warn, type Report, type Rule } from '../section.ts'

const most = { images: 500, address: 2_000 }
const kib = 1024
const heavy = { each: 200 * kib, together: 800 * kib, animation: 1024 * kib }
const fewWords = 60
const fewWordsBesideOne = 25
/** A logo is no wider. */
const logoWidth = 300

/** What is said of images by name is as caniemail.com has it. That they have an alt is a matter of accessibility. */
const imageRules = {
  size: warn(
    'An image has no width attribute.',
    'Outlook for Windows ignores the width of styles, and draws the image as large as its file; while images are off, nothing keeps its room.',
    'Write the width in pixels, such as width="600".',
  ),
  scaled: warn(
    'An image is drawn wider than its file.',
    'It looks blurred.',
    'Attach a file that is as wide as the image is drawn, or twice as wide for dense screens.',
  ),
  insecure: warn(
    'An image comes without https.',
    'Clients that show mail in a secure page, and companies, block it; on the way anyone can read and change it.',
    'Begin its address with https://.',
  ),
  tracker: info(
    'An image that nobody sees tells the sender who reads the mail.',
    'Apple Mail and Gmail fetch it without a reader, so that it counts little; in many countries readers have to agree first.',
    'Leave it out of mail that a person waits for, such as receipts and codes.',
  ),
  format: warn(
    'The format of an image is one that some clients do not show.',
    'Gmail shows no SVG and no data: address, Outlook for Windows no WebP and no AVIF.',
    'Use PNG, JPEG or GIF from an https address, or attached and named by cid:.',
  ),
  'dark-logo': warn(
    'A dark image with a clear background vanishes in the dark.',
    'Mail programs turn the surface dark and leave images as they are. Only PNG files in the mail are looked at: nothing is fetched.',
    'Give the shapes a light outline, or the image a background of its own.',
  ),
  weight: warn(
    'Images make the mail heavy.',
    'A reader on a phone pays for each byte and waits for it; some servers refuse large mails.',
    'Keep each attached image below 200 KB, and all together below 800 KB; play no long animations.',
  ),
  'unused-part': warn(
    'An image is meant to be shown within the html, and the html does not name it.',
    'Clients list it as an attachment, or nobody ever sees it (RFC 2387, RFC 2392).',
    'Name it by cid: and its Content-ID, leave it out, or give it the disposition attachment.',
  ),
  'missing-part': fail(
    'The html names an image that is not in the mail.',
    'The reader sees a broken image (RFC 2392).',
    'Attach the image with the Content-ID that the html names.',
  ),
  'no-address': fail(
    'The address of an image leads nowhere.',
    'A mail has no place of its own, so that an address without a host finds nothing (RFC 2557 section 4).',
    'Write the whole address, with https:// and the host.',
  ),
  'mostly-images': warn(
    'The mail says nearly all in images.',
    'While images are off it is empty, and spam filters distrust it (SpamAssassin, HTML_IMAGE_ONLY).',
    'Write what matters as text.',
  ),
} as const satisfies Record<string, Rule>

type Add = Report<keyof typeof imageRules>

/** What the images of a mail do in mail clients. None is fetched. */
export const images = defineSection({
  id: 'images',
  needsHtml: true,
  rules: imageRules,
  check(mail, report): FactsOf<'images'> {
    const html = mail.html ?? ''
    const elements = mail.tree()?.elements ?? []
    const drawn = elements.filter(({ tagName }) => tagName === 'img').slice(0, most.images)
    const base = elements.find(({ tagName }) => tagName === 'base')
    const ownBase = baseOf(mail, mail.texts)
    const resolve = resolverFrom((base && attribute(base, 'href')) ?? ownBase)
    const keys = attachmentKeys(mail.files, resolverFrom(ownBase))
    const swapped = namesShownByStyle(mail)
    const listed = htmlImages({ images: drawn.map(imageOf), resolve }, keys).map((image, at) => ({
      ...image,
      tracker: image.tracker && !isSwapped(drawn[at], swapped),
    }))
    const embedded = readEmbedded(mail)
    const shown = drawn.map((element, at) => {
      const image = listed[at] as MailImage
      const file = embedded.get(image.attachment ?? '')
      checkImage(element, image, file, report)
      return { element, image, file }
    })
    const words = htmlText(html).match(/[\p{L}\p{N}]+/gu)?.length ?? 0
    const large = shown.filter(({ element, image }) => !image.tracker && !isLogo(element))
    if (large.length > 0 && words < (large.length === 1 ? fewWordsBesideOne : fewWords)) {
      const counts = `${countText(words, 'word')} and ${countText(large.length, 'image')}`
      report('mostly-images', `The mail has ${counts}.`)
    }
    checkFiles(embedded, usedKeys(html, keys, listed), report)
    return {
      images: shown.map(({ element, image, file }) => ({
        src: image.src.slice(0, most.address),
        alt: image.alt,
        width: file?.size?.width ?? null,
        height: file?.size?.height ?? null,
        bytes: file?.file.size ?? null,
        format: formatOf(image, file),
        tracker: image.tracker,
        line: element.sourceCodeLocation?.startLine ?? null,
      })),
      embedded_bytes: bytesOf(embedded),
      words,
    }
  },
})

function checkImage(
  element: Element,
  image: MailImage,
  file: EmbeddedImage | undefined,
  add: Add,
): void {
  const { src, attachment, tracker } = image
  if (tracker) return add('tracker', 'This image is one pixel, or hidden.', element)
  const scheme = schemeOf(src)
  if (attachment === null && scheme === 'cid') {
    add('missing-part', 'No part of the mail has this Content-ID.', element)
  } else if (
    attachment === null &&
    !/^(?:https?|data|cid)$/.test(scheme ?? '') &&
    !src.startsWith('//')
  ) {
    add(
      'no-address',
      src === '' ? 'The image has no address.' : 'The address has no host.',
      element,
    )
  }
  if (scheme === 'http' || src.startsWith('//')) {
    add('insecure', 'The address does not begin with https://.', element)
  }
  const format = formatOf(image, file)
  if (scheme === 'data') add('format', 'The image is in a data: address.', element)
  else if (format && /^(?:svg|webp|avif)$/.test(format)) {
    add('format', `The image is ${format.toUpperCase()}.`, element)
  }
  if (file?.vanishes) {
    add('dark-logo', `${file.file.filename.slice(0, 60)} is dark on a clear background.`, element)
  }
  const width = /^\s?(\d{1,5})(?:px)?\s?$/.exec(attribute(element, 'width') ?? '')?.[1]
  const natural = file?.size?.width
  if (attribute(element, 'width') === undefined) add('size', 'The image has no width.', element)
  if (width && natural && natural > 1 && Number(width) > natural && format !== 'svg') {
    add('scaled', `The image is ${width} pixels wide, and its file ${natural}.`, element)
  }
}

/** The file says it where the mail contains one, else the end of the address does. */
function formatOf({ src }: MailImage, file: EmbeddedImage | undefined): string | null {
  const type =
    file?.size?.type ?? file?.file.type ?? /^data:(image\/[a-z0-9.+-]{1,40})/i.exec(src)?.[1]
  if (type) return type.toLowerCase().replace(/^image\/(?:x-)?|\+xml$/g, '')
  const path = src.split(/[?#]/, 1)[0] ?? ''
  return /\.(png|gif|jpe?g|webp|svg|avif|bmp|ico)$/i.exec(path)?.[1]?.toLowerCase() ?? null
}

/** Classes and ids of rules that show or hide, as for dark mode or a phone. */
const namesShownByStyle = (mail: InspectedMail) =>
  new Set(
    (mail.sheets() ?? []).flatMap(({ css }) =>
      css.split('}').flatMap((rule) => {
        const start = rule.lastIndexOf('{')
        const isShown = /display|visibility/i.test(rule.slice(start))
        return isShown
          ? [...rule.slice(0, start).matchAll(/[.#]([\w-]+)/g)].map(([, name]) => name)
          : []
      }),
    ),
  )

/** It is hidden for some clients alone. A pixel stays one. */
const isSwapped = (element: Element | undefined, names: ReadonlySet<string | undefined>) =>
  element !== undefined &&
  !isPixel(imageOf(element)) &&
  ['class', 'id'].some((name) =>
    attribute(element, name)
      ?.split(/\s+/)
      .some((one) => names.has(one)),
  )

const isLogo = (element: Element) =>
  Number.parseInt(attribute(element, 'width') ?? '', 10) <= logoWidth

/** Attachments that the html names anywhere, styles too. */
const usedKeys = (html: string, keys: ReadonlyMap<string, string>, listed: MailImage[]) =>
  new Set([
    ...listed.map(({ attachment }) => attachment),
    ...[...html.matchAll(/cid:([^"'()\s<>&]{1,500})/gi)].map(([, id = '']) => findNamed(keys, id)),
  ])

const bytesOf = (embedded: ReadonlyMap<string, EmbeddedImage>) =>
  [...embedded.values()].reduce((sum, { file }) => sum + file.size, 0)

function checkFiles(
  embedded: ReadonlyMap<string, EmbeddedImage>,
  used: ReadonlySet<string | null | undefined>,
  add: Add,
): void {
  const size = (bytes: number) => `${Math.round(bytes / kib).toLocaleString('en')} KB`
  for (const [key, { file, isAnimated }] of embedded) {
    const name = file.filename.slice(0, 60)
    if (isAnimated && file.size > heavy.animation) {
      add('weight', `${name} is an animation of ${size(file.size)}.`)
    } else if (used.has(key) && file.size > heavy.each) {
      add('weight', `${name} has ${size(file.size)}.`)
    }
    const { disposition, parent } = file.part
    const isInline = disposition?.value === 'inline' || parent?.type === 'multipart/related'
    const isMeant = file.contentId !== '' && isInline && disposition?.value !== 'attachment'
    if (isMeant && !used.has(key)) add('unused-part', `The html does not name ${name}.`)
  }
  const shown = new Map([...embedded].filter(([key]) => used.has(key)))
  if (bytesOf(shown) > heavy.together) {
    add('weight', `The images of the html have ${size(bytesOf(shown))} together.`)
  }
}

/** An image that the mail contains; `size` is null where its first bytes do not say one. */
type EmbeddedImage = {
  file: InspectedMail['files'][number]
  size: ImageSize | null
  isAnimated: boolean
  /** Nobody sees it on a dark surface. */
  vanishes: boolean
}

/** The header of an image is within these bytes, unless it has a long picture of itself before it. */
const headerBytes = 256 * 1024

/** Unpacking more of them would take too long. */
const mostUnpacked = 10

/** The keys are those of the attachments. Sizes are read from headers, which takes decoding base64. */
function readEmbedded(mail: InspectedMail): Map<string, EmbeddedImage> {
  const images = mail.files.filter(({ type }) => type.startsWith('image/')).slice(0, most.images)
  return new Map(
    images.map((file, at) => {
      const bytes = file.read()
      const header = bytes.subarray(0, headerBytes)
      const size = imageSize(header)
      const isAnimated = size?.type === 'image/gif' && header.includes('NETSCAPE2.0')
      const vanishes = size?.type === 'image/png' && at < mostUnpacked && vanishesInDark(bytes)
      return [file.key, { file, size, isAnimated, vanishes }]
    }),
  )
}
