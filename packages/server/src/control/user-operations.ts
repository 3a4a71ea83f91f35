import { emailField, nameField, newPasswordField } from '@mailstop/contract'
import { z } from 'zod'
import type { Features } from '../features.ts'
import { operation } from './operation.ts'

const ofUser = z.strictObject({ email: emailField })

export function userOperations({ accounts: { administration } }: Pick<Features, 'accounts'>) {
  return {
    'users.list': operation(z.strictObject({}), () => administration.list()),
    'users.create': operation(
      ofUser.extend({ name: nameField, password: newPasswordField.nullable() }),
      (account) => administration.create(account),
    ),
    'users.reset-link': operation(ofUser, async ({ email }) => ({
      link: await administration.resetLink(email),
    })),
    'users.reset-password': operation(
      ofUser.extend({ password: newPasswordField }),
      async ({ email, password }) => {
        await administration.resetPassword(email, password)
        return {}
      },
    ),
    'users.verify': operation(ofUser, ({ email }) => administration.verify(email)),
    'users.delete': operation(ofUser, async ({ email }) => {
      await administration.remove(email)
      return {}
    }),
    'users.end-sessions': operation(ofUser, async ({ email }) => {
      await administration.endSessions(email)
      return {}
    }),
  }
}
