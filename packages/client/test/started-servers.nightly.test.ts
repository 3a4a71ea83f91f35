import { readdirSync } from 'node:fs'
import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startProcess } from '../../../scripts/lib/programs/processes.mjs'
import { builtProgram } from '../../server/test/durability/product-child.ts'
import { newFolder } from '../../server/test/support/new-folder.ts'
import { installClient, tool } from './installed-client.ts'
import { jestProgram } from './jest-program.ts'

/** The runners start the server themselves, each in the ways that the README of the client names. */
type Runner = { words: () => Promise<string[]> | string[]; files: Record<string, string> }

const send = `nodemailer.createTransport({ host: process.env.MAIL_HOST, port: Number(process.env.MAIL_PORT) })
  .sendMail({ from: 'app@toy.test', to, subject: 'Sign in', text: 'Your code is 730418' })`

/** A test that gets its mail, says where the server is, and stays where it is to be killed. */
const body = (sent: string) => `
  const to = inbox.address
  await ${sent}
  if ((await inbox.code()) !== '730418') throw new Error('another code')
  console.log('The server is at ' + process.env.MAILSTOP_URL)
  if (process.env.STAYS) await new Promise((resolve) => setTimeout(resolve, 300_000))`

const playwright = ['@playwright/test', 'playwright', 'playwright-core']
const playwrightWords = [tool('@playwright/test/cli.js'), 'test']
const playwrightTest = (sent: string) => `
  import nodemailer from 'nodemailer'
  import { test } from '@mailstop/client/playwright'
  test('gets its mail', async ({ inbox }) => {
    test.setTimeout(400_000)
    ${body(sent)}
  })`

const runners: Record<string, Runner> = {
  'globalSetup of Vitest': {
    words: () => [tool('vitest/vitest.mjs'), 'run'],
    files: {
      'vitest.config.mjs': `export default {
        test: { include: ['*.spec.mjs'], globalSetup: '@mailstop/client/global-setup', testTimeout: 400_000 },
      }`,
      'mail.spec.mjs': `
        import nodemailer from 'nodemailer'
        import { test } from '@mailstop/client/vitest'
        test('gets its mail', async ({ inbox }) => {${body(send)}})`,
    },
  },
  'globalSetup and globalTeardown of Jest': {
    words: async () => [await jestProgram()],
    files: {
      'jest.config.cjs': `module.exports = {
        testEnvironment: 'node',
        testMatch: ['**/*.spec.cjs'],
        testTimeout: 400_000,
        globalSetup: '@mailstop/client/global-setup',
        globalTeardown: '@mailstop/client/global-teardown',
      }`,
      'mail.spec.cjs': `
        const nodemailer = require('nodemailer')
        const mails = require('@mailstop/client/jest').inboxForEachTest()
        test('gets its mail', async () => {
          const { inbox } = mails
          ${body(send)}
        })`,
    },
  },
  'globalSetup of Playwright': {
    words: () => playwrightWords,
    files: {
      'playwright.config.mjs': `export default { globalSetup: '@mailstop/client/global-setup' }`,
      'mail.spec.mjs': playwrightTest(send),
    },
  },
  'webServer of Playwright, before an app': {
    words: () => playwrightWords,
    files: {
      'playwright.config.mjs': `
        import { mailstopWebServer } from '@mailstop/client/server'
        export default {
          webServer: [
            mailstopWebServer(),
            { command: 'node app.mjs', wait: { stdout: /The app is at (?<app_url>\\S+)/ } },
          ],
        }`,
      'app.mjs': `
        import { createServer } from 'node:http'
        import nodemailer from 'nodemailer'
        const server = createServer(async (request, response) => {
          const to = new URL(request.url, 'http://app.test').searchParams.get('to')
          await ${send}
          response.end()
        }).listen(0, '127.0.0.1', () => console.log('The app is at http://127.0.0.1:' + server.address().port))`,
      'mail.spec.mjs': playwrightTest(`fetch(process.env.APP_URL + '/?to=' + to)`),
    },
  },
}

async function start(name: string, env: Record<string, string> = {}) {
  const { words, files } = runners[name] as Runner
  const { folder, write } = await installClient(['vitest', 'nodemailer', ...playwright])
  await write(files)
  const temporary = newFolder()
  const { PATH, HOME } = process.env
  const running = startProcess(process.execPath, await words(), {
    cwd: folder,
    env: { PATH, HOME, TMPDIR: temporary, MAILSTOP_BIN: builtProgram, CI: '1', ...env },
    longestMs: 60_000,
  })
  onTestFinished(async () => void (await running.stop('SIGKILL')))
  /** Resolves when neither the server nor its data is there any more. */
  async function untilGone(url: string) {
    await expect.poll(() => fetch(url).then(Boolean, () => false), { timeout: 20_000 }).toBe(false)
    const left = () => readdirSync(temporary).filter((each) => each.startsWith('mailstop-ci-'))
    await expect.poll(left, { timeout: 20_000 }).toEqual([])
  }
  return { running, untilGone, where: () => running.line(/The server is at (\S+)/) }
}

test.for(Object.keys(runners))(
  '%s starts a server for a run, and nothing of it is left behind the run or a killed runner',
  { timeout: 240_000 },
  async (name) => {
    const whole = await start(name)
    expect([await whole.running.ended, whole.running.output()]).toEqual([0, expect.any(String)])
    const [, url = ''] = /The server is at (\S+)/.exec(whole.running.output()) ?? []
    expect(url).toMatch(/^http:\/\/localhost:\d+$/)
    await whole.untilGone(url)

    const killed = await start(name, { STAYS: '1' })
    const [, other = ''] = await killed.where()
    expect((await fetch(`${other}/readyz`)).status).toBe(200)
    process.kill(killed.running.pid as number, 'SIGKILL')
    await killed.untilGone(other)
  },
)

test.for(Object.keys(runners))(
  '%s shows what a server says that does not start',
  { timeout: 120_000 },
  async (name) => {
    const program = join(newFolder(), 'mailstop')
    await writeFile(program, '#!/bin/sh\necho "The disk is full of mail" >&2\nexit 1\n')
    await chmod(program, 0o755)
    const { running } = await start(name, { MAILSTOP_BIN: program })
    expect(await running.ended).not.toBe(0)
    expect(running.output()).toContain('The disk is full of mail')
  },
)
