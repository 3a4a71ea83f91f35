import type { Section } from './section.ts'
import { clients } from './clients/clients.ts'
import { size } from './size/size.ts'

/** They stand in the order of the tiles. */
export const sections: readonly Section[] = [clients, size]
