import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { awaitDataFolder, DataFolderInUse, lockDataFolder } from './data-folder-lock.ts'
import { newFolder } from '../../../test/support/new-folder.ts'

/** A process of its own that locks the folder and holds it until it is ended. */
async function lockElsewhere(folder: string) {
  const lock = new URL('./data-folder-lock.ts', import.meta.url).href
  const script = `
    const { lockDataFolder } = await import(${JSON.stringify(lock)})
    lockDataFolder(${JSON.stringify(folder)})
    gc()
    console.log('locked')
    setInterval(() => {}, 1000)`
  const args = ['--expose-gc', '--input-type=module', '--eval', script]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  // Its folder is removed after it has ended.
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await exited
  })
  const failed = exited.then(([code]) => {
    throw new Error(`The process that locks ended with code ${code}`)
  })
  await Promise.race([once(child.stdout, 'data'), failed])
  return { kill: () => child.kill('SIGKILL'), exited }
}

test('a folder can be locked again once it is released', async () => {
  const folder = newFolder()
  const release = lockDataFolder(folder)
  release()
  release()
  const next = lockDataFolder(folder)
  release()
  expect(() => lockDataFolder(folder)).toThrow('is in use')
  next()
})

test('a folder that does not exist is made', async () => {
  const folder = join(newFolder(), 'deep', 'down')
  lockDataFolder(folder)()
  expect(existsSync(folder)).toBe(true)
})

test('a second lock in the same process is refused, and the first one stays', async () => {
  const folder = newFolder()
  const release = lockDataFolder(folder)
  expect(() => lockDataFolder(folder)).toThrow(`The data folder ${folder} is in use`)
  expect(() => lockDataFolder(folder)).toThrow(`The data folder ${folder} is in use`)
  release()
})

test('a second process is refused while the first one lives, and not after it was killed', async () => {
  const folder = newFolder()
  const holder = await lockElsewhere(folder)
  expect(() => lockDataFolder(folder)).toThrow(`The data folder ${folder} is in use`)
  holder.kill()
  await holder.exited
  lockDataFolder(folder)()
})

test('what is wrong with a folder that cannot be used is said as it is', async () => {
  const folder = newFolder()
  lockDataFolder(folder)()
  expect(() => lockDataFolder(join(folder, 'lock'))).toThrow(/EEXIST|ENOTDIR/)
})

test('a process that may wait for the folder gets it once it is free, and else learns that it is not', async () => {
  const folder = newFolder()
  const release = lockDataFolder(folder)
  await expect(awaitDataFolder(folder, 0)).rejects.toBeInstanceOf(DataFolderInUse)
  const waiting = awaitDataFolder(folder, 60_000)
  release()
  const releaseAgain = await waiting
  expect(() => lockDataFolder(folder)).toThrow(DataFolderInUse)
  releaseAgain()
})
