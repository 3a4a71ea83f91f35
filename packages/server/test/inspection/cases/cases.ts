import type { RuleCases } from '../mail-of.ts'
import { sizeCases } from './size-cases.ts'

export const cases: RuleCases = { ...sizeCases }
