import type { ComponentProps } from 'react'
import { useLocation } from 'react-router'
import { useHasPassword } from '../../lib/api/has-password.ts'
import { signInName, signInPath } from '../../lib/sign-in.ts'
import { buttonClasses } from '../buttons/button-classes.ts'
import { Notice } from '../pages/notice.tsx'
import { PasswordField } from './password-field.tsx'

type OwnPasswordFieldProps = ComponentProps<typeof PasswordField>

/** The password of the user, to confirm something. Without one, the user signs in again, which holds for ten minutes. */
export function OwnPasswordField(props: OwnPasswordFieldProps) {
  const hasPassword = useHasPassword()
  const { pathname } = useLocation()
  if (hasPassword) return <PasswordField autoComplete="current-password" {...props} />
  const { error } = props
  return (
    <div className="grid gap-3">
      {error && <Notice tone="danger">{error}</Notice>}
      <p className="text-pretty text-ink-2">
        Your account has no password. Sign in again to confirm that it is you: then this works for
        ten minutes.
      </p>
      <a
        href={signInPath(pathname, { again: true })}
        className={buttonClasses('secondary', 'md', 'justify-self-start')}
      >
        Sign in again with {signInName() ?? 'your organisation'}
      </a>
    </div>
  )
}
