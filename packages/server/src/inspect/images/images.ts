import type { FactsOf, MailImage } from '@mailstop/contract'
import { countText } from '@mailstop/contract/count-text'
import { htmlImages } from '../../mime/extraction/images.ts'
import { resolverFrom, schemeOf } from '../../mime/extraction/resolved-address.ts'
import { attachmentKeys, findNamed } from '../../mime/related/content-ids.ts'
import { baseOf } from '../../mime/related/content-locations.ts'
import { htmlText } from '../../mime/text/html-text.ts'
import { attribute, type Element } from '../mail/html-tree.ts'
import { imageOf } from '../mail/image-of.ts'
import { atElement } from '../mail/places.ts'
import { defineSection } from '../section.ts'
import { type EmbeddedImage, readEmbedded } from './embedded-images.ts'
import { type Add, imageRules } from './image-rules.ts'

const most = { images: 500, address: 2_000 }
const kib = 1024
const heavy = { each: 200 * kib, together: 800 * kib, animation: 1024 * kib }
const fewWords = 60
/** A logo is no wider. */
const logoWidth = 300

/** What the images of a mail do in mail clients. None is fetched. */
export const images = defineSection({
  id: 'images',
  needsHtml: true,
  rules: imageRules,
  check(mail, report): FactsOf<'images'> {
    const html = mail.html ?? ''
    const elements = mail.tree()?.elements ?? []
    const add: Add = (name, message, element = null) =>
      report(name, message, element && atElement(html, element))
    const drawn = elements.filter(({ tagName }) => tagName === 'img').slice(0, most.images)
    const base = elements.find(({ tagName }) => tagName === 'base')
    const ownBase = baseOf(mail, mail.texts)
    const resolve = resolverFrom((base && attribute(base, 'href')) ?? ownBase)
    const keys = attachmentKeys(mail.files, resolverFrom(ownBase))
    const listed = htmlImages({ images: drawn.map(imageOf), resolve }, keys)
    const embedded = readEmbedded(mail)
    const shown = drawn.map((element, at) => {
      const image = listed[at] as MailImage
      const file = embedded.get(image.attachment ?? '')
      checkImage(element, image, file, add)
      return { element, image, file }
    })
    const words = htmlText(html).match(/[\p{L}\p{N}]+/gu)?.length ?? 0
    const large = shown.filter(({ element, image }) => !image.tracker && !isLogo(element))
    if (large.length > 0 && words < fewWords) {
      add(
        'mostly-images',
        `The mail has ${countText(words, 'word')} and ${countText(large.length, 'image')}.`,
      )
    }
    checkFiles(embedded, usedKeys(html, keys, listed), add)
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
