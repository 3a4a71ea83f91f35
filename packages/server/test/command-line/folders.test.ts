import { listMails } from '@mailstop/contract'
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newFolder } from '../support/new-folder.ts'
import { startApp } from '../support/harness.ts'
import { commandJson, runCommand } from './run-command.ts'

/** Each command is a process, which a busy machine takes seconds to start. */
const slow = { timeout: 180_000 }

async function start() {
  const running = await startApp()
  const { api, team } = await running.signIn('ada')
  const own = { env: { DATA_DIR: running.dataDir } }
  const params = { team: String(team.id) }
  return {
    command: (words: string[]) => runCommand(words, own),
    json: (words: string[]) => commandJson(words, own),
    team: params.team,
    list: async () => (await api.must(listMails, { params, query: { per_page: '100' } })).data,
  }
}

const mail = (subject: string, body = 'x') =>
  Buffer.from(`From: a@b.test\nSubject: ${subject}\nX-Tags: run\n\n${body}`, 'latin1')

function folderOf(files: Record<string, Uint8Array>): string {
  const folder = newFolder()
  for (const [name, bytes] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true })
    writeFileSync(join(folder, name), bytes)
  }
  return folder
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

const bytesIn = (folder: string) =>
  filesIn(folder)
    .map((file) => readFileSync(file, 'latin1'))
    .toSorted()

test(
  'a Maildir goes in with what is read and flagged, and out again byte for byte',
  slow,
  async () => {
    const { json, team, list } = await start()
    const same = mail('twice', 'From here on\r\nno line end at its end \xff')
    const maildir = folderOf({
      'cur/1.a.host:2,FS': mail('both'),
      'cur/2.b.host:2,S': same,
      'new/3.c.host': same,
      'tmp/4.d.host': mail('unfinished'),
      '.Sent/cur/5.e.host:2,': mail('of a folder'),
      '.Sent/new/6.f.host': mail('new there'),
    })
    expect(await json(['import', team, maildir])).toMatchObject({
      files: 5,
      imported: 5,
      failed: 0,
    })
    const marks = (await list()).map(({ subject, read_at, flagged }) => [
      subject,
      read_at !== null,
      flagged,
    ])
    expect(marks.map(String).toSorted()).toEqual([
      'both,true,true',
      'new there,false,false',
      'of a folder,false,false',
      'twice,false,false',
      'twice,true,false',
    ])
    // A program that reads mail moves what it has shown.
    renameSync(join(maildir, 'new/3.c.host'), join(maildir, 'cur/3.c.host:2,S'))
    expect(await json(['import', team, maildir])).toMatchObject({ imported: 0, already_there: 5 })

    const out = join(newFolder(), 'out')
    expect(await json(['export', team, '--maildir', out])).toMatchObject({ written: 5, others: [] })
    const imported = filesIn(maildir).filter((file) => !file.endsWith('4.d.host'))
    expect(bytesIn(out)).toEqual(imported.map((file) => readFileSync(file, 'latin1')).toSorted())
    const flags = filesIn(out).map((file) => file.replace(/^.*\/(cur|new)\/[\d.]+mailstop/, '$1'))
    expect(flags.toSorted()).toEqual(['cur:2,FS', 'cur:2,S', 'new', 'new', 'new'])
    expect(await json(['export', team, '--maildir', out])).toMatchObject({
      written: 0,
      already_there: 5,
    })
  },
)

test(
  'a folder of mail goes in file by file, and out as one file for each message',
  slow,
  async () => {
    const { command, json, team } = await start()
    const line = 'From a@b.test Sat Nov 21 09:41:00 2020\n'
    const folder = folderOf({
      'a.eml': mail('../../etc/passwd'),
      'below/b.eml': mail('../../etc/passwd'),
      'below/c.mbox': Buffer.concat([
        Buffer.from(line),
        mail('c', 'x\n\n'),
        Buffer.from(line),
        mail('d', '\n'),
      ]),
      'below/notes.txt': Buffer.from('no mail'),
      'broken.eml': Buffer.from('\0\0'),
      'empty.eml': Buffer.alloc(0),
      'empty.mbox': Buffer.alloc(0),
    })
    symlinkSync('/', join(folder, 'below/root'))
    symlinkSync('notes.txt', join(folder, 'below/other.txt'))
    symlinkSync('../a.eml', join(folder, 'below/a.eml'))
    const ran = await command(['import', team, folder])
    expect(ran).toMatchObject({ code: 3, error: '' })
    expect(ran.text.replaceAll(folder, '')).toBe(`Imported 4 from 8 files, failed 0.
  /below/a.eml: It is a link, and links are not followed.
  /below/root: It is a link, and links are not followed.
  /broken.eml: This is a binary file: an import takes an .eml or .mbox file. Nothing was imported.
  /empty.eml: It is empty.
Left out, as no mail by their names: 2 files.
`)
    expect(
      (await command(['import', team, join(folder, 'a.eml'), join(folder, 'missing.eml')])).text,
    ).toBe(
      `Imported 1 from 2 files, failed 0.
  ${folder}/missing.eml: ${folder}/missing.eml cannot be read: it does not exist.
`,
    )
    expect(await command(['import', team, newFolder()])).toMatchObject({
      code: 1,
      error: expect.stringMatching(/: no file there ends with \.eml or \.mbox\.\n$/),
    })
    const out = join(newFolder(), 'new/out')
    expect(await json(['export', team, '--folder', out])).toMatchObject({ written: 5 })
    expect(filesIn(out).every((file) => /^\/.*\/\d{8}T\d{6}-\d+\.eml$/.test(file))).toBe(true)
    expect(bytesIn(out)[0]).toBe(mail('../../etc/passwd').toString('latin1'))
    expect(await command(['export', team])).toMatchObject({ code: 2 })
    expect(await command(['export', team, 'x.mbox', '--folder', out])).toMatchObject({ code: 2 })
  },
)
