import { everydaySenders } from './default-senders.ts'
import { testDefaults } from './modes.ts'

testDefaults(everydaySenders, { tag: '@everyday' })
