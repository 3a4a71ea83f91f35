import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

const packageFile = resolve(import.meta.dirname, '../../../package.json')

export const version = (): string =>
  (JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string }).version
