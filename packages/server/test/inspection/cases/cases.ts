import type { RuleCases } from '../mail-of.ts'
import { headerCases } from './header-cases.ts'
import { leftoverCases } from './leftover-cases.ts'
import { authenticationCases } from './authentication-cases.ts'
import { filtersCases } from './filters-cases.ts'
import { linksCases } from './links-cases.ts'
import { rowCases } from './row-cases.ts'
import { accessibilityCases } from './accessibility-cases.ts'
import { imageCases } from './image-cases.ts'
import { clientsCases } from './clients-cases.ts'
import { sizeCases } from './size-cases.ts'
import { structureCases } from './structure-cases.ts'
import { textCases } from './text-cases.ts'
import { unsubscribeCases } from './unsubscribe-cases.ts'

export const cases: RuleCases = {
  ...clientsCases,
  ...sizeCases,
  ...leftoverCases,
  ...unsubscribeCases,
  ...headerCases,
  ...textCases,
  ...structureCases,
  ...linksCases,
  ...filtersCases,
  ...authenticationCases,
  ...rowCases,
  ...accessibilityCases,
  ...imageCases,
}
