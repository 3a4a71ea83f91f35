import {
  endDrill,
  getDrill,
  listDrills,
  listScenarios,
  startDrill,
  type Drill,
  type DrillReport,
} from '@mailstop/contract'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { expectShown } from '../../testing/expect-shown.ts'
import type { FakeServer } from '../../testing/fake-server.ts'
import { renderPage } from '../../testing/render-page.ts'

const report: DrillReport = {
  sentence: '1 of 3 lost, 1 doubled.',
  offered: 3,
  at_once: 2,
  after_retries: 0,
  lost: 1,
  unknown: 0,
  refused: 0,
  tried_after_refusal: 0,
  doubled: 1,
  left_open: 0,
  longest_wait_ms: 1_200,
  normal_after_ms: null,
  guessed: 0,
  cut: false,
  mails: [
    {
      fate: 'lost',
      copies: 0,
      tried_after_refusal: false,
      guessed: false,
      sender: 'app@rocket.test',
      recipients: ['ada@b.test'],
      subject: 'Welcome',
      excerpt: 'Hello Ada',
      mails: [],
      attempts: [{ after_ms: 500, at: 'end', outcome: 'deferred', reply: '451 Later' }],
    },
  ],
  timeline: { step_ms: 1_000, points: [{ stored: 2, failed: 1 }] },
}

test('a drill is started, shows its report as it grows, and is ended', async () => {
  let state: Drill['state'] | null = null
  const drill = () => ({
    id: 7,
    inbox: { id: 1, name: 'main' },
    name: 'greylist',
    steps: [{ at: 'rcpt' as const, do: { greylist_s: 60 } }],
    state: state ?? 'failing',
    started_at: '2026-11-20T09:00:00.000Z',
    ends_at: '2026-11-20T09:03:00.000Z',
    reported_at: '2026-11-20T09:08:00.000Z',
    result: state === 'ended' ? report.sentence : null,
  })
  const answers = (server: FakeServer) => {
    server.answer(listScenarios, () => ({ data: [], meta: { presets: [], running: [] } }))
    server.answer(listDrills, () => ({ data: state === null ? [] : [drill()] }))
    server.answer(startDrill, ({ body }) => {
      expect(body).toMatchObject({ scenario: 'greylist', seconds: 180, watch_seconds: 300 })
      state = 'failing'
      return { data: drill() }
    })
    server.answer(getDrill, () => ({ data: { ...drill(), report } }))
    server.answer(endDrill, () => {
      state = 'ended'
      return { data: { ...drill(), report } }
    })
  }
  const { user } = await renderPage({ at: '/team/failures', answers })
  await expectShown(screen.findByText('No drills yet'))
  await user.click(screen.getByRole('button', { name: 'Start drill' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Start drill' }))
  await expectShown(screen.findByText('So far: 1 of 3 lost, 1 doubled.'))
  await expectShown(
    screen.findByRole('img', { name: '2 attempts arrived and 1 failed; at most 2 in 1 s' }),
  )
  const mails = within(screen.getByRole('list', { name: 'Messages' }))
  expect(mails.getByText('Welcome')).toBeTruthy()
  expect(mails.getByText('not there yet')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'End now' }))
  await expectShown(screen.findByText('1 of 3 lost, 1 doubled.'))
  await user.click(screen.getByRole('link', { name: 'All failures' }))
  const drills = within(await screen.findByRole('list', { name: 'Drills' }))
  await expectShown(drills.findByText(/^1 of 3 lost, 1 doubled ·/))
})
