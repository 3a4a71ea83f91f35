import {
  createScenario,
  deleteScenario,
  listScenarios,
  resetScenario,
  scenarioPresets,
  startScenario,
  stopScenario,
  updateScenario,
  type LabStep,
  type RunningScenario,
  type Scenario,
} from '@mailstop/contract'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { expectShown } from '../../testing/expect-shown.ts'
import { refuse, type FakeServer } from '../../testing/fake-server.ts'
import { renderInbox, sampleSummary } from '../../testing/render-inbox.tsx'
import { renderPage } from '../../testing/render-page.ts'
import { newStep, stepActions, stepOf, valuesOfStep } from './step-values.ts'

const created_at = '2026-11-20T09:00:00.000Z'

type State = { scenarios: Scenario[]; running: RunningScenario[] }

function answersOf(state: State) {
  return (server: FakeServer) => {
    server.answer(listScenarios, () => ({
      data: state.scenarios,
      meta: {
        presets: scenarioPresets.map((one) => ({ ...one, steps: [...one.steps] })),
        running: state.running,
      },
    }))
    server.answer(createScenario, ({ body }) => {
      if (body.name === 'wrong') {
        return refuse('invalid', { errors: { 'steps.0.do.reply.code': ['Too much'] } })
      }
      const made = { ...body, id: state.scenarios.length + 1, created_at }
      state.scenarios = [...state.scenarios, made]
      return { data: made }
    })
    server.answer(updateScenario, ({ params, body: { name, steps } }) => {
      const [old] = state.scenarios.filter(({ id }) => id === params.scenario) as [Scenario]
      const changed = { ...old, ...(name && { name }), ...(steps && { steps }) }
      state.scenarios = state.scenarios.map((one) => (one === old ? changed : one))
      return { data: changed }
    })
    server.answer(deleteScenario, ({ params }) => {
      state.scenarios = state.scenarios.filter(({ id }) => id !== params.scenario)
      return { message: 'Scenario removed' }
    })
    server.answer(startScenario, ({ params, body }) => {
      const started = running({ name: params.scenario, seed: body.seed ?? 'any' })
      state.running = [started]
      return { data: started }
    })
    server.answer(stopScenario, () => {
      state.running = []
      return { message: 'Scenario stopped' }
    })
    server.answer(resetScenario, () => {
      state.running = state.running.map((one) => ({ ...one, hits: [0] }))
      return { message: 'Scenario counts from zero' }
    })
  }
}

const steps: LabStep[] = [
  { at: 'rcpt', do: { reply: { code: 552, enhanced: '5.2.2', text: 'Mailbox full' } } },
]
const running = (change: Partial<RunningScenario> = {}): RunningScenario => ({
  inbox: { id: 1, name: 'main' },
  scenario: null,
  name: 'mailbox-full',
  steps,
  hits: [3],
  seed: 'one',
  started_at: new Date().toISOString(),
  ends_at: new Date(Date.now() + 42 * 60_000 - 1).toISOString(),
  ...change,
})

const button = (name: string | RegExp) => screen.findByRole('button', { name })
const open = (state: State) => renderPage({ at: '/team/failures', answers: answersOf(state) })

test('a preset is started for a time with a seed, counts, and is stopped', async () => {
  const state: State = { scenarios: [], running: [] }
  const { user } = await open(state)
  const presets = within(await screen.findByRole('list', { name: 'Presets' }))
  expect(presets.getByText('At RCPT, answer 552 5.2.2 Mailbox full')).toBeTruthy()
  await user.click(await button('Start Mailbox full: 552 5.2.2'))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByRole('textbox', { name: 'Seed' }), 'two')
  await user.click(dialog.getByRole('button', { name: 'Start' }))
  const on = within(await screen.findByRole('list', { name: 'Failures that are on' }))
  expect(on.getByText('Mailbox full: 552 5.2.2 is on in main for 42 more minutes')).toBeTruthy()
  expect(on.getByText('two')).toBeTruthy()
  expect(on.getByText('· 3 hits')).toBeTruthy()
  await user.click(await button('Count Mailbox full: 552 5.2.2 from zero'))
  await expectShown(on.findByText('· 0 hits'))
  await user.click(on.getByRole('button', { name: 'Stop' }))
  await expect.poll(() => screen.queryByRole('list', { name: 'Failures that are on' })).toBeNull()
})

test('a scenario of the team is written step by step, changed and removed', async () => {
  const state: State = { scenarios: [], running: [] }
  const { user } = await open(state)
  await user.click(await button('Add scenario'))
  const dialog = within(await screen.findByRole('dialog'))
  const name = dialog.getByRole('textbox', { name: 'Name' })
  await user.type(name, 'wrong')
  await user.click(dialog.getByRole('button', { name: 'Add' }))
  await expectShown(dialog.findByText('Too much'))
  await user.clear(name)
  await user.type(name, 'Full')
  await user.click(dialog.getByText('Only for some messages'))
  await user.type(dialog.getByRole('textbox', { name: 'Recipient' }), '*@slow.test')
  await user.click(dialog.getByRole('button', { name: 'Add step' }))
  expect(dialog.getAllByRole('group', { name: /^Step/ })).toHaveLength(2)
  await user.click(dialog.getByRole('button', { name: 'Remove step 2' }))
  await expectShown(
    dialog.findByText('At RCPT, for *@slow.test, answer 451 4.3.0 Try again later.'),
  )
  await user.click(dialog.getByRole('button', { name: 'Add' }))
  const own = within(await screen.findByRole('list', { name: 'Scenarios of your own' }))
  await expectShown(own.findByText('At RCPT, for *@slow.test, answer 451 4.3.0 Try again later'))
  await user.click(await button('Edit Full'))
  const edited = within(await screen.findByRole('dialog'))
  const code = edited.getByRole('textbox', { name: 'Code' })
  await user.clear(code)
  await user.type(code, '452')
  await user.click(edited.getByRole('button', { name: 'Save' }))
  await expectShown(own.findByText('At RCPT, for *@slow.test, answer 452 4.3.0 Try again later'))
  await user.click(await button('Remove Full'))
  await expectShown(screen.findByText('No scenarios of your own yet'))
})

test('the inbox says that mail fails on purpose, and stops it', async () => {
  const state: State = { scenarios: [], running: [running()] }
  const { user } = await renderInbox({ mails: [sampleSummary(1)], answers: answersOf(state) })
  const bar = await screen.findByText(
    /Failures on purpose: Mailbox full: 552 5\.2\.2 is on in main/,
  )
  expect(bar.textContent).toContain('for 42 more minutes · 3 hits')
  await user.click(await button('Stop'))
  await expect.poll(() => screen.queryByText(/Failures on purpose/)).toBeNull()
})

test('the form of a step keeps every step as it is', () => {
  const own: LabStep[] = [
    {
      at: 'end',
      when: { subject: 'a*', attempt: { from: 2, to: 3 } },
      key: 'sender',
      do: { greylist_s: 5, code: 450 },
    },
    {
      at: 'mail',
      chance: 5,
      when: { sender: 'a', helo: 'b', address: '::1' },
      do: { drop: 'reset' },
    },
    { at: 'rcpt', do: { rate: { count: 1, per_s: 2 }, text: 'No' } },
    { at: 'noop', do: { reply: { code: 421, text: 'No' } } },
    { at: 'quit', do: { delay_ms: 5 } },
    { at: 'content', do: { throttle_bps: 5 } },
    { at: 'end', do: { silence: true } },
    { at: 'end', do: { accept: 'discard' } },
    { at: 'end', do: { accept: 'catch' } },
  ]
  const all = [...scenarioPresets.flatMap((one) => one.steps), ...own]
  for (const step of all) {
    const { text, ...values } = valuesOfStep(step)
    const answers = JSON.stringify(step).includes('"text"')
    // A step that counts and names no text has the usual one.
    expect(
      stepOf({
        ...values,
        text: answers ? text : '',
        code: /"code"/.test(JSON.stringify(step)) ? values.code : '',
      }),
    ).toEqual(step)
  }
  for (const action of Object.keys(stepActions) as (keyof typeof stepActions)[]) {
    expect(stepOf({ ...newStep(), action }).do).not.toEqual({})
  }
})
