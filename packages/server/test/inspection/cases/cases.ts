import type { RuleCases } from '../mail-of.ts'
import { clientsCases } from './clients-cases.ts'
import { sizeCases } from './size-cases.ts'

export const cases: RuleCases = { ...clientsCases, ...sizeCases }
