import type { Section } from './section.ts'
import { accessibility } from './accessibility/accessibility.ts'
import { images } from './images/images.ts'
import { size } from './size/size.ts'

/** They stand in the order of the tiles. */
export const sections: readonly Section[] = [size, accessibility, images]
