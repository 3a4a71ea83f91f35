import { authentication } from './authentication/authentication.ts'
import { filters } from './filters/filters.ts'
import { headers } from './headers/headers.ts'
import { leftovers } from './leftovers/leftovers.ts'
import { links } from './links/links.ts'
import { row } from './row/row.ts'
import type { Section } from './section.ts'
import { accessibility } from './accessibility/accessibility.ts'
import { images } from './images/images.ts'
import { clients } from './clients/clients.ts'
import { size } from './size/size.ts'
import { structure } from './structure/structure.ts'
import { text } from './text/text.ts'
import { unsubscribe } from './unsubscribe/unsubscribe.ts'

/** They stand in the order of the tiles. */
export const sections: readonly Section[] = [
  clients,
  size,
  leftovers,
  accessibility,
  links,
  images,
  filters,
  authentication,
  unsubscribe,
  headers,
  row,
  text,
  structure,
]
