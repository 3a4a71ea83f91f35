import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { credentialsOf, logIn } from '../account.ts'
import { test } from '../journey.ts'
import { createTeam, invite, newBrowser, switcher } from '../people.ts'
import { sendMails } from '../send-mails.ts'
import { expectMessage } from '../expect-message.ts'

test(
  'a user who is invited by mail registers from the link, opens the team and sees what the other user does',
  { tag: '@everyday' },
  async ({ page: ada, account, product, browser }) => {
    test.slow()
    await createTeam(ada, 'Rocket Labs')
    const credentials = await credentialsOf(ada, 'Rocket Labs')
    await sendMails(credentials, ['Sent before'])
    await ada.goto('/team/users')
    const email = `grace-${randomUUID()}@journey.test`
    await invite(ada, email)
    const pending = ada.getByRole('list', { name: 'Pending invites' })
    await expect(pending.getByText(email)).toBeVisible()
    await expect(pending).toContainText('Invited')

    const grace = await newBrowser(browser, product)
    await grace.goto(await product.inviteLink(email))
    await expect(grace).toHaveURL(/\/register\?email=/)
    await expect(grace.getByLabel('Email', { exact: true })).toHaveValue(email)
    const invited = `You are invited to “Rocket Labs”, the team of ${account.name}.`
    await expect(grace.getByText(invited)).toBeVisible()
    const password = 'correct horse battery'
    await grace.getByLabel('Name', { exact: true }).fill('Grace Hopper')
    await grace.getByLabel('Password', { exact: true }).fill(password)
    await grace.getByLabel('Confirm password', { exact: true }).fill(password)
    await grace.getByRole('button', { name: 'Create account' }).click()
    await expect(grace.getByText('Account created successfully')).toBeVisible()
    await grace.goto(await product.verificationLink(email))
    await expect(grace).toHaveURL('/login')
    await logIn(grace, { name: 'Grace Hopper', email, password })
    await expect(grace).toHaveURL('/inbox')
    await expect(switcher(grace, 'Rocket Labs')).toContainText('2 members')
    const mails = (of: typeof grace) => of.getByRole('list', { name: 'Mail' }).getByRole('link')
    await expect(mails(grace)).toHaveCount(1)

    // The page that Ada has open is updated.
    const members = ada.getByRole('list', { name: 'Members' })
    await expect(members.getByText('Grace Hopper')).toBeVisible()
    await expect(pending).toBeHidden()
    await expect(switcher(ada, 'Rocket Labs')).toContainText('2 members')

    await ada.goto('/inbox')
    await sendMails(credentials, ['Sent while both look'])
    await expect(mails(grace)).toHaveCount(2)
    await expect(mails(ada)).toHaveCount(2)
    await mails(grace).first().click()
    await expect(mails(ada).first()).not.toContainText('Unread')
    await ada.goto('/team/info')
    await ada.getByLabel('Name').fill('Moon Labs')
    await expectMessage(ada, 'Team updated successfully', () =>
      ada.getByRole('button', { name: 'Save', exact: true }).click(),
    )
    await expect(switcher(grace, 'Moon Labs')).toBeVisible()
    await grace.goto('/team/info')
    await expect(
      grace.getByText(`Only the owner, ${account.name}, can rename the team.`),
    ).toBeVisible()
    await grace.context().close()
  },
)

test('a user who is invited without a relay joins by the link that the owner copied, and needs no other', async ({
  page: ada,
  account: _owner,
  product,
  browser,
}) => {
  await createTeam(ada, 'Rocket Labs')
  await ada.goto('/team/users')
  const grace = {
    name: 'Grace Hopper',
    email: `grace-${randomUUID()}@journey.test`,
    password: 'correct horse battery',
  }
  await invite(ada, grace.email)
  await ada.getByRole('button', { name: 'Copy invite link', exact: true }).click()
  const dialog = ada.getByRole('dialog', { name: 'Copy invite link' })
  await expect(dialog.getByText(`Give it to ${grace.email} alone.`)).toBeVisible()
  const link = await dialog.getByLabel('Link').inputValue()
  await dialog.getByRole('button', { name: 'Close' }).first().click()
  const pending = ada.getByRole('list', { name: 'Pending invites' })
  await expect(pending).toContainText('link made')

  const visitor = await newBrowser(browser, product)
  await visitor.goto(link)
  await expect(visitor).toHaveURL(/\/register\?email=/)
  await visitor.getByLabel('Name', { exact: true }).fill(grace.name)
  await visitor.getByLabel('Password', { exact: true }).fill(grace.password)
  await visitor.getByLabel('Confirm password', { exact: true }).fill(grace.password)
  await visitor.getByRole('button', { name: 'Create account' }).click()
  await expect(visitor.getByText('Account created successfully')).toBeVisible()
  await expect(visitor.getByLabel('Email', { exact: true })).toHaveValue(grace.email)
  await visitor.getByLabel('Password', { exact: true }).fill(grace.password)
  await expectMessage(visitor, 'You are now a member of Rocket Labs.', () =>
    visitor.getByRole('button', { name: 'Log in' }).click(),
  )
  await expect(visitor).toHaveURL('/inbox')
  await expect(switcher(visitor, 'Rocket Labs')).toContainText('2 members')
  const members = ada.getByRole('list', { name: 'Members' })
  await expect(members).toContainText('Address not verified: joined by a copied link')
  await visitor.context().close()
})
