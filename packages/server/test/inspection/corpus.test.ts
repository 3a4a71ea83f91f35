import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { corpusMails } from '../corpora/corpora.ts'
import { misreadMails } from '../misread/misread-mails.ts'
import { brokenMails } from './broken-mails.ts'
import { checked } from './mail-of.ts'

const realMails = join(import.meta.dirname, '../fixtures/real-mails')

/** Files on a disk may have LF alone; over SMTP a mail has CRLF. */
const asSent = (bytes: Uint8Array) =>
  Buffer.from(Buffer.from(bytes).toString('latin1').replaceAll(/\r?\n/g, '\r\n'), 'latin1')

/** The rules of level `fail` that a mail fires. */
async function failures(source: Buffer): Promise<string[]> {
  const envelope = { to: [], receivedAt: Date.parse('2026-11-27T04:00:00Z') }
  const { sections } = await checked({ source, envelope })
  const found = sections.flatMap(({ findings }) => findings)
  return [...new Set(found.filter(({ level }) => level === 'fail').map(({ rule }) => rule))]
}

const demoMails = join(import.meta.dirname, '../../src/demo/mails')

test.each([
  // MJML links the icons of mj-social, and gives them no text where the author gives none.
  ['real libraries', realMails, 50, { 'node/mjml-hero.eml': ['accessibility.link-name'] }],
  ['the demo', demoMails, 20, { 'no-subject.eml': ['row.no-subject'] }],
])('mails of %s have nothing to fix but what is named', async (_, folder, least, named) => {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.eml'),
  )
  expect(paths.length).toBeGreaterThan(least)
  const wrong: Record<string, string[]> = {}
  for (const path of paths.toSorted()) {
    const failed = await failures(asSent(readFileSync(join(folder, path))))
    if (failed.length > 0) wrong[path] = failed
  }
  expect(wrong).toEqual(named)
})

test('of the corpora, only broken mails have something to fix', { timeout: 120_000 }, async () => {
  const mails = corpusMails()
  const found: Record<string, string[]> = {}
  for (const { name, bytes } of mails) {
    for (const rule of await failures(asSent(bytes))) (found[rule] ??= []).push(name)
  }
  const isHere = (name: string) => mails.some((mail) => mail.name === name)
  const broken = Object.entries(brokenMails)
    .map(([rule, names]) => [rule, names.filter(isHere)] as const)
    .filter(([, names]) => names.length > 0)
  expect(found).toEqual(Object.fromEntries(broken))
})

/** Most of them have no more of a header than what they are about. */
const short = ['headers.from', 'row.no-subject']

test('a mail that is easily misread has no more to fix than fields that it lacks', async () => {
  for (const [what, source] of misreadMails) {
    const found = await failures(asSent(Buffer.from(source, 'latin1')))
    expect(
      found.filter((rule) => !short.includes(rule)),
      what,
    ).toEqual([])
  }
})
