import type { RuleCases } from '../mail-of.ts'
import { authenticationCases } from './authentication-cases.ts'
import { filtersCases } from './filters-cases.ts'
import { linksCases } from './links-cases.ts'
import { rowCases } from './row-cases.ts'
import { sizeCases } from './size-cases.ts'

export const cases: RuleCases = {
  ...sizeCases,
  ...linksCases,
  ...filtersCases,
  ...authenticationCases,
  ...rowCases,
}
