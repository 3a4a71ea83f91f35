import { existsSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runIn, tool } from './installed-client.ts'

const packageOfJest = 'jest@30.5.2'

/** Jest's program. It comes from the registry once, since nothing but these tests needs it. */
export async function jestProgram(): Promise<string> {
  const folder = tool(join('.cache', packageOfJest))
  if (!existsSync(folder)) {
    // The folder has its name once it is whole.
    const unfinished = `${folder}.${process.pid}`
    await mkdir(unfinished, { recursive: true })
    await writeFile(join(unfinished, 'package.json'), '{ "private": true }')
    const flags = ['--no-audit', '--no-fund', '--no-package-lock']
    // The environment may say how the registry is reached.
    const env = process.env as Record<string, string>
    const made = await runIn(unfinished, 'npm', ['install', packageOfJest, ...flags], env)
    if (made.code !== 0) throw new Error(made.stderr)
    await rename(unfinished, folder).catch(() => rm(unfinished, { recursive: true }))
  }
  return join(folder, 'node_modules/jest/bin/jest.js')
}
