import { createInterface } from 'node:readline'
import { startRealProvider } from './real-provider.ts'

// The provider as a process, for journeys: it prints its issuer, and reads the redirect address of its client.

const { issuer, serve } = await startRealProvider()
process.stdout.write(`${issuer}\n`)
createInterface({ input: process.stdin }).once('line', serve)
