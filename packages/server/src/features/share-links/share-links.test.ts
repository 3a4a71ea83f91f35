import { limits } from '@mailstop/contract'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { describeAlike } from '../../../test/support/databases.ts'
import { mailInbox } from '../../../test/clients/mail-inbox.ts'
import { createTestViewer } from '../../../test/clients/viewer.ts'
import { mailsOn } from '../../../test/support/mails-on.ts'
import type { Database } from '../../db/database.ts'
import { createSigner } from '../../lib/secrets/signed-link.ts'
import { createSharedMail, type Opening } from './shared-mail.ts'
import { createShareLinks } from './share-links.ts'

const hourMs = 60 * 60_000
type Visit = { page: string; code: string | undefined; shown: boolean; disposition: string }
const notThere = { code: 'not_found' }

async function sharing(db: Database, isOn = true) {
  const inbox = await mailInbox(db)
  const { now } = inbox.deps
  const mails = mailsOn({ ...inbox.deps, viewer: createTestViewer() })
  const publicUrl = new URL('https://mail.test')
  const links = createShareLinks({ ...inbox.deps, mails, publicUrl, isOn })
  const signer = createSigner(new Uint8Array(32), now)
  const { open } = createSharedMail({ now, links, mails, signer })
  const [mail = 0] = await inbox.receive('ada: secret plan')
  const request = { ...inbox.asker, action: 'share_mail' as const }
  const make = (body: Partial<Parameters<typeof links.create>[2]> = {}, id = mail) =>
    links.create(request, id, { hours: 24, once: false, shows: [], ...body })
  const tokenOf = ({ url }: { url: string }) => url.slice('https://mail.test/shared/'.length)
  /** The page for who opens a link; `shown` says whether it has the mail. */
  async function visit(token: string, more: Partial<Opening> = {}): Promise<Visit> {
    const hold = async () => () => {}
    const opening = { token, address: '192.0.2.7', query: {}, isPressed: false, hold, ...more }
    const { bytes, refusal, leadsTo, ...reply } = await open(opening)
    if (leadsTo) {
      const query = { key: new URLSearchParams(leadsTo).get('key') ?? '' }
      return visit(token, { query })
    }
    const page = bytes instanceof Uint8Array ? Buffer.from(bytes).toString() : ''
    return { page, code: refusal?.code, shown: page.includes('secret plan'), ...reply }
  }
  return { ...inbox, db, mails, links, mail, request, make, tokenOf, visit }
}

describeAlike('a link for people without an account', (open) => {
  test('shows its mail until its time is over, and the store has no token', async () => {
    const { make, tokenOf, visit, clock, db, links } = await sharing(await open())
    const made = await make({ hours: 1 })
    expect(made).toMatchObject({ once: false, shows: [], opened_at: null })
    const token = tokenOf(made)
    expect(await visit(token)).toMatchObject({ shown: true, disposition: 'shared' })
    const rows = await db.sql.selectFrom('share_links').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(token)
    clock.time += hourMs - 1
    expect(await visit(token)).toMatchObject({ shown: true })
    clock.time += 1
    expect(await visit(token)).toMatchObject({ shown: false, code: 'not_found' })
    await links.removeOld()
    expect(await db.sql.selectFrom('share_links').selectAll().execute()).toEqual([])
  })

  test('is read without a write', async () => {
    const db = await open()
    const { make, tokenOf, visit } = await sharing(db)
    const token = tokenOf(await make())
    for (let time = 0; time < 3; time += 1) {
      expect(await visit(token)).toMatchObject({ shown: true })
    }
    expect(await db.sql.selectFrom('attempts').selectAll().execute()).toEqual([])
  })

  test('is the same page whether it was wrong, has ended, was used, or its mail is deleted', async () => {
    const { make, tokenOf, visit, links, request, mail, changes, asker } = await sharing(
      await open(),
    )
    const wrong = await visit('x'.repeat(43))
    expect(wrong).toMatchObject({ code: 'not_found', disposition: 'own' })
    const ended = await make()
    await links.end(request, mail, ended.id)
    const used = tokenOf(await make({ once: true }))
    expect(await visit(used, { isPressed: true })).toMatchObject({ shown: true })
    const ofDeleted = tokenOf(await make())
    const deletion = await changes.remove(asker, mail)
    for (const token of [tokenOf(ended), used, ofDeleted, '']) {
      expect(await visit(token)).toEqual(wrong)
      expect(await visit(token, { isPressed: true })).toEqual(wrong)
    }
    await changes.restore(asker, { deletion })
    expect(await visit(ofDeleted)).toMatchObject({ shown: true })
  })

  test('opens once for who presses the button, of two at the same moment for one', async () => {
    const { make, tokenOf, visit, clock } = await sharing(await open())
    const token = tokenOf(await make({ once: true, shows: ['headers'] }))
    // Programs of chats and of mail servers look at links.
    for (let time = 0; time < 3; time += 1) {
      expect(await visit(token)).toMatchObject({ shown: false, disposition: 'own' })
    }
    const both = await Promise.all([
      visit(token, { isPressed: true }),
      visit(token, { isPressed: true }),
    ])
    expect(both.filter(({ shown }) => shown)).toHaveLength(1)
    const page = both.find(({ shown }) => shown)?.page ?? ''
    expect(page).toContain('This link is used up.')
    // Its window goes on for a while, also by a reload, and no other.
    const key = decodeURIComponent(/view=headers&amp;key=([^"]+)"/.exec(page)?.[1] ?? '')
    const again = (view?: 'headers') => visit(token, { query: { key, view } })
    expect(await again()).toMatchObject({ shown: true })
    expect(await again('headers')).toMatchObject({ shown: true })
    expect(await visit(token, { query: { key: `${key}x` } })).toMatchObject({ shown: false })
    clock.time += limits.openedLinkMs
    expect(await again()).toMatchObject({ shown: false, code: 'not_found' })
  })

  test.each([
    ['leaves the team', 'delete from team_members'],
    ['came back since', 'update team_members set created_at = created_at + 99999999999999'],
    ['has a disabled account', 'update users set disabled_at = 1'],
    ['has deleted the account', 'update users set deleted_at = 1'],
  ])('ends when its maker %s', async (_, change) => {
    const { make, tokenOf, visit, links, request, mail, db } = await sharing(await open())
    const token = tokenOf(await make())
    await sql.raw(change).execute(db.sql)
    expect(await visit(token)).toMatchObject({ shown: false, code: 'not_found' })
    expect(await links.list(request, mail)).toEqual([])
  })

  test('gives the source and files only where that was ticked', async () => {
    const { make, tokenOf, visit } = await sharing(await open())
    const ask = async (shows: ('source' | 'files' | 'headers')[], file: string) =>
      (await visit(tokenOf(await make({ shows })), { query: { file } })).code
    expect(await ask([], 'source')).toBe('not_found')
    expect(await ask(['files', 'headers'], 'source')).toBe('not_found')
    expect(await ask(['source'], '1')).toBe('not_found')
    expect(await ask(['source'], 'source')).toBeUndefined()
    const { page } = await visit(tokenOf(await make()), { query: { view: 'headers' } })
    expect(page).not.toContain('Subject:')
  })

  test('is listed with its maker and its end, and is ended alone or with the others', async () => {
    const { make, tokenOf, visit, links, request, mail, receive } = await sharing(await open())
    const [other = 0] = await receive('other')
    const [first, second] = [await make(), await make({ hours: 168, once: true })]
    const elsewhere = await make({}, other)
    const list = async () => (await links.list(request, mail)).map(({ id }) => id)
    expect(await list()).toEqual([first.id, second.id])
    expect((await links.list(request, mail))[0]).not.toHaveProperty('url')
    await expect(links.end(request, mail, elsewhere.id)).rejects.toMatchObject(notThere)
    await links.end(request, mail, first.id)
    expect(await list()).toEqual([second.id])
    await links.end(request, mail)
    expect(await list()).toEqual([])
    expect(await visit(tokenOf(elsewhere))).toMatchObject({ code: undefined })
  })

  test('is one of a bounded number, however many are made at the same moment', async () => {
    const { make, db, teamId, visit } = await sharing(await open())
    const made = await Promise.allSettled(
      Array.from({ length: limits.shareLinksPerMail + 3 }, () => make()),
    )
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(
      limits.shareLinksPerMail,
    )
    await expect(make()).rejects.toMatchObject({ code: 'conflict', message: /at most 20 links/ })
    const row = { team_id: teamId, mail_id: 1, created_by: 1, shows: '[]', once: 0 }
    const rows = Array.from({ length: limits.shareLinksPerTeam }, (_, index) => {
      return { ...row, mail_id: 99, hash: String(index), created_at: 9e12, expires_at: 9e14 }
    })
    await db.sql.deleteFrom('share_links').execute()
    for (let at = 0; at < rows.length; at += 200) {
      await db.sql
        .insertInto('share_links')
        .values(rows.slice(at, at + 200))
        .execute()
    }
    await expect(make()).rejects.toMatchObject({ message: /A team can have at most 1000 links/ })
    const asked = limits.linkPagesPerAddress
    for (let time = 0; time < asked; time += 1) await visit('wrong')
    expect(await visit('wrong')).toMatchObject({ code: 'rate_limited' })
    expect(await visit('wrong', { address: '198.51.100.1' })).toMatchObject({ code: 'not_found' })
  })

  test('is neither made nor opened where the operator allows none', async () => {
    const db = await open()
    const { make, tokenOf } = await sharing(db)
    const token = tokenOf(await make())
    const off = await sharing(db, false)
    await expect(off.make()).rejects.toMatchObject(notThere)
    expect(await off.visit(token)).toMatchObject({ code: 'not_found' })
  })
})
