import { fieldValue } from '../parts/header-block.ts'
import { findField, type Part, type ReadMail } from '../parts/parts.ts'
import type { BodyText } from '../parts/contents.ts'

const longestLocation = 2_000

/** The address that a part names for its contents (RFC 2557 section 4.2); '' where it names none. */
export const locationOf = (source: Buffer, part: Part) => uriOf(source, part, 'content-location')

/** The base address of the html parts; null where no part names one. */
export function baseOf(
  { source, root }: Pick<ReadMail, 'source' | 'root'>,
  texts: BodyText[],
): string | null {
  const page = texts.find(({ part }) => part.type === 'text/html')?.part ?? root
  const said = [page, page.parent ?? root, root].flatMap((part) => [
    uriOf(source, part, 'content-base'),
    uriOf(source, part, 'content-location'),
  ])
  return said.find((uri) => URL.canParse(uri)) ?? null
}

/** Long ones are folded at any place. */
function uriOf(source: Buffer, part: Part, name: string): string {
  const field = findField(part.fields, name)
  return field ? fieldValue(source, field, longestLocation).replaceAll(/\s+/g, '') : ''
}
