import { emailField, nameField, newPasswordField } from '@mailstop/contract'
import { z } from 'zod'
import { conflict } from '../../errors.ts'
import type { Features } from '../features.ts'
import type { Infrastructure } from '../infrastructure.ts'
import { addressKey } from '../../lib/network/address-key.ts'
import { stoppedCall } from '../../lib/process/program-call.ts'
import { operation } from '../../control/operation.ts'

const ofUser = z.strictObject({ email: emailField })

/** Does something to the account of an address, and answers nothing. */
const ofAccount = (act: (email: string) => Promise<unknown>) =>
  operation(ofUser, async ({ email }) => {
    await act(email)
    return {}
  })

export function userOperations(
  { config }: Pick<Infrastructure, 'config'>,
  {
    accounts: { administration },
    openMode,
    operator,
  }: Pick<Features, 'accounts' | 'openMode' | 'operator'>,
) {
  return {
    'users.list': operation(z.strictObject({}), () => administration.list()),
    'users.create': operation(
      ofUser.extend({ name: nameField, password: newPasswordField.nullable() }),
      async (account) => {
        if (await openMode.find()) {
          throw conflict(`Open mode has no accounts. ${stoppedCall('accounts')} ends it.`)
        }
        return administration.create(account)
      },
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
    'users.disable': ofAccount(administration.disable),
    'users.enable': ofAccount(administration.enable),
    'users.make-operator': ofAccount(operator.makeOperator),
    'users.end-operator': operation(ofUser, async ({ email }) => {
      // It would get the role back at the next start, or when anybody proves an address.
      if (config.adminEmail !== null && addressKey(config.adminEmail) === addressKey(email)) {
        throw conflict('ADMIN_EMAIL names this account. Remove it, or name another, first.')
      }
      await operator.endOperator(email)
      return {}
    }),
    'users.delete': ofAccount(administration.remove),
    'users.end-sessions': ofAccount(administration.endSessions),
  }
}
