import type { Section } from './section.ts'
import { headers } from './headers/headers.ts'
import { leftovers } from './leftovers/leftovers.ts'
import { size } from './size/size.ts'
import { structure } from './structure/structure.ts'
import { text } from './text/text.ts'
import { unsubscribe } from './unsubscribe/unsubscribe.ts'

/** They stand in the order of the tiles. */
export const sections: readonly Section[] = [size, leftovers, unsubscribe, headers, text, structure]
