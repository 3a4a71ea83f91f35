import { fileSize } from './file-size.ts'

/** Markup with pictures that it holds itself cut to their beginning, so that it can be read. */
export function shortenData(markup: string): string {
  return markup.replaceAll(
    /(data:[\w/+.-]{1,80};base64,[\w+/]{24})([\w+/=]{100,})/g,
    (_, start: string, rest: string) =>
      `${start}… (${fileSize(Math.floor(((start.length + rest.length) * 3) / 4))})`,
  )
}
