import { getOpenApi } from '@mailstop/contract'
import { openApi } from '@mailstop/contract/openapi'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderApp } from '../../testing/render-app.tsx'
import { callGroups, exampleOf, fieldsOf } from './api-document.ts'
import { requestExamples } from './request-examples.ts'

const document = openApi({ url: 'https://mailstop.example', version: '1' })

const open = () =>
  renderApp({
    at: '/docs/api',
    as: null,
    answers: (server) => server.answer(getOpenApi, () => document),
  })

test('a visitor reads every call of the API, with an example for this server', async () => {
  await open()
  await screen.findByRole('heading', { level: 1, name: 'API' })
  for (const { name, calls } of callGroups(document)) {
    expect(await screen.findByRole('heading', { level: 2, name })).toBeTruthy()
    for (const { operation } of calls) {
      const heading = window.document.getElementById(operation.operationId)
      expect(heading?.textContent).toBe(operation.summary.replaceAll('`', ''))
      const section = heading?.closest('section') ?? window.document.body
      const code = within(section).getByLabelText(`${operation.operationId} in curl`)
      expect(code.textContent).toContain(`'${window.location.origin}/api/`)
      expect(code.textContent).toContain('Bearer YOUR_API_TOKEN')
      expect(within(section).getByRole('button', { name: 'Copy Code' })).toBeTruthy()
    }
  }
})

test('the chosen language is that of all examples, also the next time', async () => {
  const { user } = await open()
  await user.click(await screen.findByRole('tab', { name: 'Python' }))
  expect(screen.getByLabelText('listMails in Python').textContent).toContain('urlopen')
  expect(screen.queryByLabelText('listMails in curl')).toBeNull()
  expect(localStorage.getItem('apiExample')).toContain('python')
})

test('every link within the page leads to something on it', async () => {
  await open()
  await screen.findByRole('heading', { level: 1, name: 'API' })
  await screen.findByRole('heading', { level: 2, name: 'Objects' })
  const targets = [...window.document.querySelectorAll('a[href^="#"]')].map(
    (link) => link.getAttribute('href')?.slice(1) ?? '',
  )
  expect(targets.length).toBeGreaterThan(5)
  for (const target of new Set(targets)) {
    expect([target, window.document.getElementById(target) !== null]).toEqual([target, true])
  }
})

test('no example has a character that could end a text of its language', () => {
  for (const { calls } of callGroups(document)) {
    for (const call of calls) {
      const { url, body } = exampleOf(call, 'https://mailstop.example')
      expect(`${url}${JSON.stringify(body)}`).not.toMatch(/['\\`{$]\{|['\\`$]/)
    }
  }
  expect(new Set(requestExamples.map(({ key }) => key)).size).toBe(requestExamples.length)
})

test('fields within fields are shown behind those', () => {
  const person = { type: 'object', properties: { email: { type: 'string' } }, required: ['email'] }
  const schema = { type: 'object', properties: { to: { type: 'array', items: person } } }
  expect(fieldsOf(schema).map(({ name, type, required }) => [name, type, required])).toEqual([
    ['to', 'list of object', false],
    ['to[].email', 'string', true],
  ])
})
