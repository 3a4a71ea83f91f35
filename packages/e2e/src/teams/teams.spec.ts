import { expect } from '@playwright/test'
import { credentialsOf } from '../account.ts'
import { test } from '../journey.ts'
import { bringIn, createTeam, newPerson, switcher } from '../people.ts'
import { sendMails } from '../send-mails.ts'
import { expectMessage } from '../expect-message.ts'

test('a team is handed over, and its former owner leaves it', async ({
  page: ada,
  account,
  product,
  browser,
}) => {
  const grace = await newPerson(browser, product)
  await createTeam(ada, 'Rocket Labs')
  await ada.goto('/team/info')
  await expect(ada.getByRole('link', { name: 'Invite someone' })).toBeVisible()
  await bringIn(ada, grace, product)
  await grace.page.goto('/team/info')
  await expect(grace.page.getByRole('button', { name: 'Leave team' })).toBeVisible()

  await ada.goto('/team/info')
  await ada.getByRole('button', { name: 'Transfer team' }).click()
  const dialog = ada.getByRole('dialog', { name: 'Transfer Rocket Labs' })
  await dialog.getByLabel('Password', { exact: true }).fill('not the password')
  await dialog.getByRole('button', { name: 'Transfer team' }).click()
  await expect(dialog.getByText('The password is incorrect.')).toBeVisible()
  await dialog.getByLabel('Password', { exact: true }).fill(account.password)
  await expectMessage(ada, /is now the owner of Rocket Labs$/, () =>
    dialog.getByRole('button', { name: 'Transfer team' }).click(),
  )
  await expect(ada.getByRole('button', { name: 'Save' })).toHaveCount(0)
  await expect(grace.page.getByRole('button', { name: 'Delete team' })).toBeVisible()

  await ada.getByRole('button', { name: 'Leave team' }).click()
  await expectMessage(ada, 'You have left the team', () =>
    ada.getByRole('dialog').getByRole('button', { name: 'Leave team' }).click(),
  )
  await expect(switcher(ada, account.name)).toBeVisible()
  await expect(ada).toHaveURL('/inbox')
  await expect(ada.getByText(/You are no longer in/)).toHaveCount(0)
  await expect(switcher(grace.page, 'Rocket Labs')).toContainText('1 member')
  await grace.page.context().close()
})

test('three people are in a team that is deleted: it is gone for all, and its credentials with it', async ({
  page: ada,
  account,
  product,
  browser,
}) => {
  test.slow()
  const grace = await newPerson(browser, product)
  const mary = await newPerson(browser, product)
  await createTeam(ada, 'Rocket Labs')
  await bringIn(ada, grace, product)
  await bringIn(ada, mary, product)
  const credentials = await credentialsOf(ada, 'Rocket Labs')
  await expect(switcher(grace.page, 'Rocket Labs')).toContainText('3 members')
  await mary.page.goto('/team/users')
  await expect(mary.page.getByRole('list', { name: 'Members' }).getByRole('listitem')).toHaveCount(
    3,
  )

  await ada.goto('/team/info')
  await expect(ada.getByText('Please proceed with caution, this cannot be undone.')).toBeVisible()
  await ada.getByRole('button', { name: 'Delete team' }).click()
  const dialog = ada.getByRole('dialog', { name: 'Delete team' })
  await dialog.getByLabel('Password', { exact: true }).fill(account.password)
  await expectMessage([grace.page, mary.page], 'Rocket Labs was deleted', () =>
    dialog.getByRole('button', { name: 'Delete team' }).click(),
  )
  await expect(ada).toHaveURL('/inbox')
  await expect(switcher(ada, account.name)).toBeVisible()
  for (const { page, account: member } of [grace, mary]) {
    await expect(switcher(page, member.name)).toBeVisible()
    await expect(page).toHaveURL('/inbox')
  }
  await expect(sendMails(credentials, ['Nobody gets this'])).rejects.toThrow(/535/)
  await grace.page.context().close()
  await mary.page.context().close()
})
