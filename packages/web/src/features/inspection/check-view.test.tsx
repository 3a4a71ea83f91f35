import {
  changeInspectionSettings,
  checkAuthentication,
  checkLinks,
  checkSpam,
  getInspectionRules,
  getInspectionSettings,
  getOutgoingChecks,
  inspectMail,
  listMailClients,
  listMails,
  listLinkChecks,
  type InspectionSettings,
} from '@mailstop/contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { expectShown } from '../../testing/expect-shown.ts'
import { refuse, type FakeServer } from '../../testing/fake-server.ts'
import { renderPanes, sampleMails } from '../../testing/render-inbox.tsx'
import { renderPage } from '../../testing/render-page.ts'
import { samplePageMeta } from '../../testing/samples.ts'
import { sampleInspection, sampleRule } from '../../testing/sample-inspection.ts'

await Promise.all([import('./check-view.tsx'), import('./check-tab.tsx')])

const usual: InspectionSettings = {
  muted: [],
  clients: [],
  staging_hosts: [],
  domain_ip: null,
  checks_all: false,
}

/** A server whose checks leave out what the team has muted. */
function answersOf(server: FakeServer, state = { settings: usual }) {
  server.answer(inspectMail, () => {
    const { muted } = state.settings
    const sections = sampleInspection().sections.map((section) => ({
      ...section,
      findings: section.findings.filter(({ rule }) => !muted.includes(rule)),
    }))
    return { data: sampleInspection({ sections, muted }) }
  })
  server.answer(getInspectionRules, () => ({
    data: sampleInspection().sections.flatMap(({ findings }) =>
      findings.map(({ rule }) => sampleRule(rule)),
    ),
  }))
  server.answer(listMailClients, () => ({
    data: [
      { id: 'gmail.ios', name: 'Gmail iOS', usual: true },
      { id: 'gmx.ios', name: 'GMX iOS', usual: false },
    ],
  }))
  server.answer(getInspectionSettings, () => ({ data: state.settings }))
  server.answer(changeInspectionSettings, ({ body }) => {
    const ip = body.domain_ip
    if (ip === '0.0.0.0') return refuse('invalid', { errors: { domain_ip: ['Nobody has it'] } })
    state.settings = { ...state.settings, ...(body as InspectionSettings) }
    return { data: state.settings }
  })
}

const html = '<html>\n<div style="display:flex">\n<img>'

async function openCheck(answers: (server: FakeServer) => void = () => undefined) {
  const app = await renderPanes({
    mails: sampleMails(2, { subject: 'Order 7 is on its way' }),
    contents: [[2, { html, text: 'Hello' }]],
    at: '/inbox/2',
    answers(server) {
      answersOf(server)
      answers(server)
    },
  })
  await screen.findByRole('tab', { name: /^Check/ })
  await app.user.keyboard('i')
  await screen.findByRole('heading', { name: '2 to fix, 2 to look at' })
  return app
}

const section = (name: string) => within(screen.getByRole('region', { name }))

describe('the tab of the check', () => {
  test('says how much was found once a mail stays open, and the list causes no check', async () => {
    const { server } = await renderPanes({
      mails: sampleMails(3),
      at: '/inbox/2',
      answers: (fake) => answersOf(fake),
    })
    await expectShown(screen.findByRole('tab', { name: /^Check.*2 to fix, 2 to look at$/ }))
    expect(server.count(inspectMail)).toBe(1)
  })

  test('says nothing more where nothing is wrong', async () => {
    const { server } = await renderPanes({ mails: sampleMails(1), at: '/inbox/1' })
    await waitFor(() => expect(server.count(inspectMail)).toBe(1))
    screen.getByRole('tab', { name: 'Check' })
  })
})

describe('the check', () => {
  test('has a tile for each section, which leads to it', async () => {
    const { user } = await openCheck()
    const card = section('2 to fix, 2 to look at')
    expect(card.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Mail clients1 to look at',
      'Size and validity1 to fix',
      'LeftoversNothing found',
      'Accessibility1 to look at',
      'Links1 to fix',
      'ImagesNothing found',
      'FiltersNothing found',
      'AuthenticationNothing found',
      'UnsubscribeNothing found',
      'Headers1 to know',
      'Inbox rowNothing found',
      'Text and HTMLNothing found',
      'StructureNothing found',
    ])
    await user.click(card.getByRole('button', { name: 'Links 1 to fix' }))
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Links' }))
  })

  test('shows the facts of each section', async () => {
    await openCheck()
    const facts: [string, RegExp][] = [
      ['Mail clients', /display:flex.*partly.*no.*yes.*<picture> element/s],
      ['Size and validity', /its HTML 120 KB.*Inline styles 42 KB/s],
      ['Links', /Confirm your address.*2 times · tracks by utm_source/s],
      ['Images', /No alt text.*png.*hero\.png/s],
      ['Authentication', /aligned with From · the body was changed since it was signed/],
      ['Headers', /Only in the envelope \(Bcc\).*bea@x\.test/s],
      ['Inbox row', /Gmail on the web.*Confirm your address and you are ready/s],
      ['Text and HTML', /82 %.*hero, banner/s],
      ['Structure', /text\/html.*Line 20.*quoted-printable.*invoice\.pdf/s],
    ]
    for (const [name, text] of facts) {
      expect(screen.getByRole('region', { name }).textContent).toMatch(text)
    }
  })

  test('lists the worst finding of a section first, each with its level in words', async () => {
    await openCheck()
    const [first, second] = section('Accessibility').getAllByRole('listitem')
    expect(first?.textContent).toMatch(/^to look at: An image/)
    expect(second?.textContent).toMatch(/^to know: The html names/)
  })

  test('leads from a finding to its line, and back', async () => {
    const { user, address, router } = await openCheck()
    expect(address()).toBe('/inbox/2?view=check')
    await user.click(section('Accessibility').getByRole('button', { name: 'Line 1' }))
    await screen.findByText('Line 1 is marked.')
    expect(address()).toBe('/inbox/2?view=markup')
    await router.navigate(-1)
    await screen.findByRole('heading', { name: '2 to fix, 2 to look at' })
    await user.click(section('Accessibility').getByRole('button', { name: 'Line 1' }))
    await screen.findByText('Line 1 is marked.')
    expect(screen.getByRole('tab', { name: 'HTML', selected: true })).toBeTruthy()
    await user.keyboard('{Enter}')
    await screen.findByRole('heading', { name: '2 to fix, 2 to look at' })
    expect(document.activeElement?.textContent).toBe('Line 1')
  })

  test('leads from a header to the raw message', async () => {
    const { user } = await openCheck()
    await user.click(section('Headers').getByRole('button', { name: 'Line 1' }))
    await expectShown(screen.findByRole('tab', { name: 'Message', selected: true }))
  })

  test('says why a rule is there, and how to fix what it found', async () => {
    const { user } = await openCheck()
    const why = section('Links').getByRole('button', { name: 'Why: What links.empty says' })
    await user.click(why)
    section('Links').getByText('Why links.empty matters.')
    section('Links').getByText(/How links\.empty is mended/)
    expect(why.getAttribute('aria-expanded')).toBe('true')
  })

  test('mutes a rule for the team, lists it as muted, and lets it speak again', async () => {
    const { user } = await openCheck()
    const mute = 'Mute for the team: What links.empty says'
    await user.click(screen.getByRole('button', { name: mute }))
    const muted = within(await screen.findByRole('region', { name: 'Muted for the team' }))
    expect(screen.queryByRole('button', { name: mute })).toBeNull()
    muted.getByText('What links.empty says')
    await user.click(muted.getByRole('button', { name: 'Unmute links.empty' }))
    await screen.findByRole('button', { name: mute })
  })

  test('never opens an address that runs a script', async () => {
    await openCheck()
    expect(section('Links').getByText('javascript:alert(1)').closest('a')).toBeNull()
  })

  test('is copied as Markdown, in which a mail can say nothing but text', async () => {
    const { user } = await openCheck()
    await user.click(screen.getByRole('button', { name: 'Copy as Markdown' }))
    const text = await navigator.clipboard.readText()
    expect(text).toContain('## Check of “Order 7 is on its way”: 2 to fix, 2 to look at')
    expect(text).toContain(
      '- [ ] **to look at**: An image has no alternative text. (accessibility.no-alt, html line 3)',
    )
  })

  test('copies the request of one click without calling it', async () => {
    const { user } = await openCheck()
    await user.click(screen.getByRole('button', { name: 'Copy curl' }))
    expect(await navigator.clipboard.readText()).toBe(
      "curl -X POST -d 'List-Unsubscribe=One-Click' 'https://app.rocket.test/off?u=%27x%27'",
    )
  })

  test('saves the links as CSV, in which no cell is a formula', async () => {
    await openCheck()
    const href = screen.getByRole('link', { name: 'Save as CSV' }).getAttribute('href') ?? ''
    const [head, , second] = decodeURIComponent(href.slice(href.indexOf(',') + 1)).split('\r\n')
    expect(head).toBe('"text","href","kind","host","part","count"')
    expect(second).toBe(`"'=1+1","javascript:alert(1)","other","","html","1"`)
  })

  test('compares the mail with the one before it of the same subject', async () => {
    const { user, server } = await openCheck((fake) => {
      fake.answer(listMails, () => ({ data: sampleMails(3), meta: samplePageMeta() }))
      fake.answer(inspectMail, ({ params }) => ({
        data:
          params.mail === 2
            ? sampleInspection()
            : sampleInspection({
                sections: sampleInspection().sections.slice(5),
                counts: { fail: 0, warn: 0, info: 1 },
              }),
      }))
    })
    await user.click(screen.getByRole('button', { name: /Compare/ }))
    const dialog = within(await screen.findByRole('dialog'))
    await dialog.findByText('Nothing to fix → 2 to fix, 2 to look at')
    const changes = dialog.getByRole('list', { name: 'What got better and worse' })
    expect(changes.textContent).toContain('Worse: A link leads nowhere.0 before, 1 now')
    const [search] = server.calls().filter(({ query }) => query.includes('subject'))
    expect(new URLSearchParams(search?.query).get('q')).toBe(
      'subject:"Order" subject:"is" subject:"on" subject:"its" subject:"way"',
    )
  })
})

describe('what asks other servers', () => {
  test('is not there while the operator has it off', async () => {
    await openCheck()
    for (const name of [/spam filter/, /DNS/, /Check links/]) {
      expect(screen.queryByRole('button', { name })).toBeNull()
    }
  })

  const outgoing = (server: FakeServer) =>
    server.answer(getOutgoingChecks, () => ({
      data: { spam_check: 'click' as const, link_checks: true, dns_checks: true },
    }))

  test('asks the spam filter after a click, and again after a failure', async () => {
    let isDown = true
    const { user, server } = await openCheck((fake) => {
      outgoing(fake)
      fake.answer(checkSpam, () =>
        isDown
          ? refuse('spam_unavailable')
          : {
              data: {
                engine: 'rspamd' as const,
                score: 7.1,
                threshold: 6,
                rules: [{ name: 'HTML_ONLY', score: 2, description: null }],
              },
            },
      )
    })
    const ask = await screen.findByRole('button', { name: 'Ask the spam filter' })
    expect(server.count(checkSpam)).toBe(0)
    await user.click(ask)
    await screen.findByText(/spam filter of this server does not answer/)
    isDown = false
    await user.click(screen.getByRole('button', { name: 'Ask the spam filter' }))
    await screen.findByText('Rspamd: 7.1')
  })

  test('asks no link that may work only once, unless somebody ticks it', async () => {
    const links = [
      { url: 'https://a.test/', one_time: null },
      { url: 'https://a.test/confirm', one_time: 'confirm' as const },
    ]
    const { user, server, socket } = await openCheck((fake) => {
      outgoing(fake)
      fake.answer(listLinkChecks, () => ({ data: { links, cut: false, checks: [] } }))
      fake.answer(checkLinks, () => ({ data: { links, cut: false, checks: [] } }))
    })
    const bodies = () =>
      server.calls().flatMap(({ method, body }) => (method === 'POST' ? [body] : []))
    await user.click(await screen.findByRole('button', { name: 'Check links…' }))
    expect(bodies()).toEqual([])
    await user.click(await screen.findByRole('button', { name: 'Check 1 link' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.click(screen.getByRole('button', { name: 'Check links…' }))
    await user.click(await screen.findByRole('checkbox', { name: /It may confirm something/ }))
    await user.click(screen.getByRole('button', { name: 'Check 2 links' }))
    await waitFor(() =>
      expect(bodies()).toEqual([
        { urls: ['https://a.test/'], one_time: [], get: false },
        { urls: ['https://a.test/'], one_time: ['https://a.test/confirm'], get: false },
      ]),
    )
    const asked = { method: 'HEAD' as const, redirects: [], checked_at: null }
    const checks = [
      { ...asked, url: 'https://a.test/', outcome: 'broken' as const, status: 404, reason: null },
    ]
    act(() => socket.send('LinksChecked', { team_id: 7, user_id: null, id: 2, checks }))
    await screen.findByText('It does not work')
    expect(server.count(listLinkChecks)).toBe(3)
  })

  test('asks DNS with the address that the team has named', async () => {
    const none = { result: 'none' as const, comment: null }
    const { user, server } = await openCheck((fake) => {
      outgoing(fake)
      answersOf(fake, { settings: { ...usual, domain_ip: '192.0.2.10' } })
      fake.answer(checkAuthentication, () => ({
        data: {
          ip: '192.0.2.10',
          spf: { ...none, domain: 'a.test', record: 'v=spf1 -all', lookups: 3, aligned: true },
          dkim: [],
          dmarc: { ...none, domain: 'a.test', policy: null, record: null },
          arc: null,
          findings: [{ rule: 'dns.no-dmarc', level: 'warn' as const, message: 'No DMARC record.' }],
          records: [
            { name: 'a.test', type: 'TXT' as const, values: ['v=spf1 -all'], problem: null },
          ],
        },
      }))
    })
    await user.click(await screen.findByRole('button', { name: 'Check against DNS' }))
    await screen.findByText('No DMARC record.')
    screen.getByText('none · 192.0.2.10 · a.test · 3 of 10 lookups')
    expect(server.calls().find(({ path }) => path.endsWith('authentication'))?.body).toEqual({
      ip: '192.0.2.10',
    })
  })
})

test('what a team says of its checks leaves what another member says meanwhile', async () => {
  const state = { settings: { ...usual, staging_hosts: ['a.test'] } }
  const { user } = await renderPage({
    at: '/team/checks',
    answers: (server) => answersOf(server, state),
  })
  const hosts = await screen.findByRole('textbox', { name: 'Staging hosts' })
  state.settings = { ...state.settings, staging_hosts: ['a.test', 'b.test'] }
  await user.click(screen.getByRole('checkbox', { name: /Check each message/ }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Checks saved')
  expect(state.settings).toEqual({
    ...usual,
    staging_hosts: ['a.test', 'b.test'],
    checks_all: true,
  })
  expect(hosts).toHaveProperty('value', 'a.test, b.test')
})

test('a team says what its checks go by', async () => {
  const state = { settings: { ...usual, muted: ['links.empty'], staging_hosts: ['a.test'] } }
  const { user } = await renderPage({
    at: '/team/checks',
    answers: (server) => answersOf(server, state),
  })
  const hosts = await screen.findByRole('textbox', { name: 'Staging hosts' })
  expect(hosts).toHaveProperty('value', 'a.test')
  await user.type(hosts, ', b.test')
  const ip = screen.getByRole('textbox', { name: 'Address that production sends from' })
  await user.type(ip, '0.0.0.0')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await expectShown(screen.findByText('Nobody has it'))
  await user.clear(ip)
  await user.type(ip, '192.0.2.10')
  await user.click(screen.getByRole('checkbox', { name: /Check each message/ }))
  expect(screen.getByRole('checkbox', { name: 'Gmail iOS' })).toHaveProperty('checked', true)
  await user.click(screen.getByRole('checkbox', { name: 'GMX iOS' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Checks saved')
  expect(state.settings).toEqual({
    ...usual,
    clients: ['gmail.ios', 'gmx.ios'],
    muted: ['links.empty'],
    staging_hosts: ['a.test', 'b.test'],
    domain_ip: '192.0.2.10',
    checks_all: true,
  })
  await user.click(screen.getByRole('button', { name: 'Unmute links.empty' }))
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Muted rules' })).toBeNull())
})
