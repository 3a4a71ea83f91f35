import { expect, test } from 'vitest'
import { requestBy } from '../../../test/support/actors.ts'
import { describeAlike } from '../../../test/support/databases.ts'
import { teamsOn } from '../../../test/support/teams-on.ts'

describeAlike('registration by invitation only', (openDatabase) => {
  const account = { name: 'bob', email: 'bob@example.com', password: 'correct horse' }

  test('is for the holder of an invitation to that very address', async () => {
    const { accounts, invites, teams, person, team, printed, mailLeft } = teamsOn(
      await openDatabase(),
      'invite',
    )
    const ann = await person('ann')
    const owner = requestBy(ann, await team(ann), 'manage_invites')
    const { id } = await invites.create(owner, account.email)
    await mailLeft()
    const invite = /token=([\w-]+)$/.exec(printed.at(-1) ?? '')?.[1] ?? ''
    const refused = { code: 'forbidden', message: /by invitation only/ }
    for (const attempt of [
      account,
      { ...account, invite: 'unknown' },
      { ...account, email: 'eve@example.com', invite },
    ]) {
      const registered = accounts.register(attempt, '192.0.2.1')
      await expect(registered).rejects.toMatchObject({ code: refused.code })
      await expect(registered).rejects.toThrow(refused.message)
    }
    await accounts.register({ ...account, email: 'Bob@Example.com', invite }, '192.0.2.1')
    expect(printed.at(-1)).toContain('/verify-email/')
    await invites.discard(owner, id)
    const late = accounts.register({ ...account, invite }, '192.0.2.1')
    await expect(late).rejects.toMatchObject({ code: 'forbidden' })
    expect(await teams.listMembers({ ...owner, action: 'read_team' })).toHaveLength(1)
  })
})
