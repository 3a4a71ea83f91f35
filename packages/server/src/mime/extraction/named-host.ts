import { visible } from './readable-lines.ts'

/**
 * The host that the text of a link names, as `bank.example` or `https://bank.example/login` does; null when
 * it names none. A single word is a host when it has a dot and does not look like the name of a file.
 */
export function namedHost(written: string): string | null {
  // Reads the text as a person does, and a host as browsers do: with any of the four full stops of UTS #46.
  const text = visible(written)
    .replaceAll(/[\u3002\uff0e\uff61]/g, '.')
    .trim()
  const address = /https?:\/\/[^\s<>"']{1,2000}/i.exec(text)?.[0]
  if (address !== undefined) return hostOf(address)
  const word = /(?<!\S)www\.[^\s/?#]{1,253}/i.exec(text)?.[0] ?? onlyWord(text)
  return word === null ? null : hostOf(`http://${word}`)
}

function onlyWord(text: string): string | null {
  const [, host = '', rest = ''] = /^([^\s/?#@]{1,253})([/?#]\S*)?$/.exec(text) ?? []
  const [, last = ''] = /^(?:[\p{L}\p{N}-]+\.)+(\p{L}{2,24})(?::\d{1,5})?\.?$/u.exec(host) ?? []
  if (last === '' || (rest === '' && fileEndings.has(last.toLowerCase()))) return null
  return host
}

/** Endings of file names such as `report.pdf` and `Node.js`. Some are domains as well, which a text rarely means. */
const fileEndings = new Set(
  'avi bmp css csv doc docx eml gif gz heic html ics jar java jpeg jpg js json log md mjs mov mp mpeg odt pdf php png ppt pptx psd py rar rb rtf sh sql svg tar tgz ts tsx txt vcf wav webp xls xlsx xml yaml yml zip'.split(
    ' ',
  ),
)

/** The host in ASCII; the default port of the scheme is left out. */
const hostOf = (address: string) => URL.parse(address)?.host || null
