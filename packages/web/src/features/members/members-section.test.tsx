import { listMembers, listTokens, removeMember, rotateCredentials } from '@mailstop/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { expectShown } from '../../testing/expect-shown.ts'
import { refuse } from '../../testing/fake-server.ts'
import { grace, renderPage, sampleMember } from '../../testing/render-page.ts'
import { sampleTeam } from '../../testing/samples.ts'
import { sampleToken } from '../../testing/sample-token.ts'

const at = '/team/users'

const rowOf = async (name: string) => {
  const list = await screen.findByRole('list', { name: 'Members' })
  const row = within(list).getByText(name).closest('li')
  if (!row) throw new Error(`${name} is in no row`)
  return within(row)
}

test('the list of members shows who belongs to the team, and shows the owner a role selector with only Member', async () => {
  const { user } = await renderPage({ at })
  const owner = await rowOf('Ada Byron')
  owner.getByText('ada@rocket.test')
  owner.getByText('Owner')
  owner.getByText('You')
  expect(owner.queryByRole('button')).toBeNull()
  const member = await rowOf('Grace Hopper')
  const row = member.getByText('grace@rocket.test').closest('li')
  expect(row?.querySelector('[data-initials=GH]')).not.toBeNull()
  await user.click(member.getByRole('combobox', { name: 'Role of Grace Hopper' }))
  const options = await screen.findAllByRole('option')
  expect(options.map(({ textContent }) => textContent)).toEqual(['Member'])
})

test('a plain member sees roles, and no way to change them', async () => {
  await renderPage({
    at,
    teams: [sampleTeam({ type: 'shared', role: 'member', owner: { id: 2, name: 'Grace Hopper' } })],
    members: [{ ...grace, role: 'owner' }, sampleMember({ role: 'member' })],
  })
  const own = await rowOf('Ada Byron')
  own.getByText('Member')
  expect(own.queryByRole('combobox')).toBeNull()
  expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull()
})

test('a member is removed once that is confirmed', async () => {
  const app = await renderPage({
    at,
    answers: (server) => server.answer(removeMember, () => ({ message: 'Member removed' })),
  })
  const row = await rowOf('Grace Hopper')
  await app.user.click(row.getByRole('button', { name: 'Remove Grace Hopper' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove Grace Hopper?' }))
  await app.user.click(dialog.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(app.server.count(removeMember)).toBe(0)

  await app.user.click(row.getByRole('button', { name: 'Remove Grace Hopper' }))
  app.state.members = [sampleMember()]
  await app.user.click(await screen.findByRole('button', { name: 'Remove member' }))
  await screen.findByText('Grace Hopper has been removed')
  await waitFor(() => expect(screen.queryByText('grace@rocket.test')).toBeNull())
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('the dialog says what a removed member still knows, and takes it away where that is wanted', async () => {
  const app = await renderPage({
    at,
    answers: (server) => server.answer(removeMember, () => ({ message: 'Member removed' })),
  })
  const row = await rowOf('Grace Hopper')
  const open = async () => {
    await app.user.click(row.getByRole('button', { name: 'Remove Grace Hopper' }))
    return within(await screen.findByRole('dialog', { name: 'Remove Grace Hopper?' }))
  }
  const option = { name: 'Rotate the SMTP credentials too' }
  const first = await open()
  first.getByText(/They know the team’s SMTP password/)
  first.getByText(/apps cannot send until they have the new ones/)
  await app.user.click(first.getByRole('checkbox', option))
  await app.user.click(first.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  // What was not confirmed is not remembered.
  const dialog = await open()
  expect(dialog.getByRole('checkbox', option)).toHaveProperty('checked', false)
  await app.user.click(dialog.getByRole('checkbox', option))
  await app.user.click(dialog.getByRole('button', { name: 'Remove member' }))
  await screen.findByText('Grace Hopper has been removed, and the credentials have been rotated')
  const removals = app.server.calls().filter(({ method }) => method === 'DELETE')
  expect(removals.map(({ query }) => query)).toEqual(['?credentials=rotate'])
})

test('the credentials are rotated also where the member has just left', async () => {
  const app = await renderPage({
    at,
    answers(server) {
      server.answer(removeMember, () => refuse('not_found'))
      server.answer(rotateCredentials, () => ({ data: sampleTeam() }))
    },
  })
  const row = await rowOf('Grace Hopper')
  await app.user.click(row.getByRole('button', { name: 'Remove Grace Hopper' }))
  const dialog = within(await screen.findByRole('dialog'))
  await app.user.click(dialog.getByRole('checkbox'))
  await app.user.click(dialog.getByRole('button', { name: 'Remove member' }))
  await screen.findByText('Grace Hopper has been removed, and the credentials have been rotated')
  expect(app.server.count(rotateCredentials)).toBe(1)
})

test('why a member could not be removed stands in the dialog', async () => {
  const app = await renderPage({
    at,
    answers: (server) => server.answer(removeMember, () => refuse('forbidden')),
  })
  const row = await rowOf('Grace Hopper')
  await app.user.click(row.getByRole('button', { name: 'Remove Grace Hopper' }))
  const dialog = within(await screen.findByRole('dialog'))
  await app.user.click(dialog.getByRole('button', { name: 'Remove member' }))
  await dialog.findByText('You are not allowed to do this.')
  await app.user.click(dialog.getByRole('button', { name: 'Cancel' }))
  await expectShown(screen.findByText('grace@rocket.test'))
})

test('the list of members offers another try when the members do not load, after a skeleton of as many rows', async () => {
  let answer: (allowed: boolean) => void = () => undefined
  const app = await renderPage({
    at,
    answers: (server) =>
      server.answer(listMembers, async () =>
        (await new Promise<boolean>((resolve) => (answer = resolve)))
          ? { data: [sampleMember(), grace] }
          : refuse('forbidden'),
      ),
  })
  const [loading] = await screen.findAllByRole('status', { name: 'Loading' })
  expect(loading?.children).toHaveLength(2)
  answer(false)
  await screen.findByText('The members could not be loaded')
  await app.user.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(app.server.count(listMembers)).toBe(2))
  answer(true)
  await rowOf('Grace Hopper')
})

test('the dialog lists the tokens that a removed member has made, and ends them unless that is taken back', async () => {
  const app = await renderPage({
    at,
    answers(server) {
      server.answer(listTokens, () => ({
        data: [
          sampleToken({ id: 1, name: 'Of Grace', created_by: { id: 2, name: 'Grace Hopper' } }),
          sampleToken({ id: 2, name: 'Of Ada' }),
        ],
      }))
      server.answer(removeMember, () => refuse('unavailable'))
    },
  })
  const row = await rowOf('Grace Hopper')
  await app.user.click(row.getByRole('button', { name: 'Remove Grace Hopper' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove Grace Hopper?' }))
  await dialog.findByText(/They made 1 API token in this team/)
  dialog.getByText('Of Grace')
  expect(dialog.queryByText('Of Ada')).toBeNull()
  const option = dialog.getByRole('checkbox', { name: 'Revoke this token too' })
  expect(option).toHaveProperty('checked', true)
  const remove = dialog.getByRole('button', { name: 'Remove member' })
  await app.user.click(remove)
  await waitFor(() => expect(app.server.count(removeMember)).toBe(1))
  await app.user.click(option)
  await app.user.click(remove)
  await waitFor(() => expect(app.server.count(removeMember)).toBe(2))
  const removals = app.server.calls().filter(({ method }) => method === 'DELETE')
  expect(removals.map(({ query }) => query)).toEqual([
    '?credentials=keep&tokens=revoke',
    '?credentials=keep',
  ])
})

test('the list of members says whose address is not verified', async () => {
  await renderPage({ at, members: [sampleMember(), { ...grace, vouched: true }] })
  ;(await rowOf('Grace Hopper')).getByText('Address not verified: joined by a copied link')
  expect((await rowOf('Ada Byron')).queryByText(/not verified/)).toBeNull()
})
