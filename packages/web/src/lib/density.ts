import { storedChoice } from './stored-choice.ts'

/** How close together the rows of the mail list are. */
export type Density = 'comfortable' | 'compact'

export const { choose: chooseDensity, use: useDensity } = storedChoice<Density>('density', [
  'comfortable',
  'compact',
])
