import type { User } from '@mailstop/contract'
import { useQueryClient } from '@tanstack/react-query'
import { queryKeys } from './queries.ts'

/** Whether the signed-in user has a password to confirm something with. Every screen that asks was shown to a known user. */
export const useHasPassword = (): boolean =>
  useQueryClient().getQueryData<User | null>(queryKeys.profile)?.has_password !== false
