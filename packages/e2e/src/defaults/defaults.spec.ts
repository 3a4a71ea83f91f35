import { defaultSenders } from './default-senders.ts'
import { test, testDefaults } from './modes.ts'

// Compilers are slow, and the first run also downloads packages.
test.setTimeout(600_000)

testDefaults(defaultSenders)
