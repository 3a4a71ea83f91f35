import { authentication } from './authentication/authentication.ts'
import { filters } from './filters/filters.ts'
import { links } from './links/links.ts'
import { row } from './row/row.ts'
import type { Section } from './section.ts'
import { size } from './size/size.ts'

/** They stand in the order of the tiles. */
export const sections: readonly Section[] = [size, links, filters, authentication, row]
