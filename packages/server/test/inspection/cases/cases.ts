import type { RuleCases } from '../mail-of.ts'
import { accessibilityCases } from './accessibility-cases.ts'
import { imageCases } from './image-cases.ts'
import { sizeCases } from './size-cases.ts'

export const cases: RuleCases = { ...sizeCases, ...accessibilityCases, ...imageCases }
