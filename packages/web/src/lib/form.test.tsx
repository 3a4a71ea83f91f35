import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { useSchemaForm } from './form.ts'
import { createQueryClient } from './api/query-client.ts'
import { ApiError } from './api/api-error.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const schema = z.object({ name: z.string().min(1), rules: z.object({ from: z.string() }) })

type Submit = (values: unknown, reset: () => void) => Promise<void>

function Form({ onSubmit }: { onSubmit: Submit }) {
  const form = useSchemaForm(schema, { name: '', rules: { from: '' } }, onSubmit)
  const { error, ...name } = form.field('name')
  return (
    <form onSubmit={form.onSubmit}>
      <input aria-label="Name" {...name} />
      <p>{error}</p>
      <p>{form.field('rules.from').error}</p>
      <p role="alert">{form.problem}</p>
    </form>
  )
}

const open = (onSubmit: Submit = async () => undefined) => {
  const queryClient = createQueryClient({ onSignedOut: () => undefined })
  render(
    <QueryClientProvider client={queryClient}>
      <Form onSubmit={onSubmit} />
    </QueryClientProvider>,
  )
  return screen.getByLabelText('Name')
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const required = () => screen.queryByText('Name is a required field')

test('a field is checked when it is left, which shows after 5 ms', async () => {
  const name = open()
  fireEvent.blur(name)
  await pass(4)
  expect(required()).toBeNull()
  await pass(1)
  expect(required()).not.toBeNull()
})

test('a field that was emptied after its text was accepted is not checked until somebody types', async () => {
  const name = open(async (_, reset) => reset())
  fireEvent.input(name, { target: { value: 'Ada' } })
  fireEvent.submit(name)
  await pass(1_000)
  fireEvent.blur(name)
  await pass(1_000)
  expect([name, required()]).toMatchObject([{ value: '' }, null])
  fireEvent.input(name, { target: { value: 'A' } })
  fireEvent.input(name, { target: { value: '' } })
  fireEvent.blur(name)
  await pass(1_000)
  expect(required()).not.toBeNull()
})

test('a field is not checked while it is typed in, and is once its change is complete', async () => {
  const name = open()
  fireEvent.blur(name)
  await pass(5)
  fireEvent.input(name, { target: { value: 'Ada' } })
  await pass(1_000)
  expect(required()).not.toBeNull()
  fireEvent.blur(name)
  await pass(5)
  expect(required()).toBeNull()
})

test.each([
  ['its field', { name: ['Taken.', 'Twice.'] }, 'Taken. Twice.'],
  ['a field within another', { 'rules.from': ['Too long.'] }, 'Too long.'],
  ['the form, when it has no such field', { elsewhere: ['Odd.'] }, 'Refused.'],
])('what the server refuses shows on %s', async (_, errors, text) => {
  const refused = new ApiError(422, { code: 'invalid', message: 'Refused.', errors })
  const name = open(() => Promise.reject(refused))
  fireEvent.input(name, { target: { value: 'Ada' } })
  fireEvent.submit(name)
  await pass(5)
  expect(screen.queryByText(text)).not.toBeNull()
})
