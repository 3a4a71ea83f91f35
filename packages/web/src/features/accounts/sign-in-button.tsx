import { hasPasswords, signInName, signInPath } from '../../lib/sign-in.ts'
import { buttonClasses } from '../../ui/buttons/button-classes.ts'

/** Leads to the sign-in of the organisation, below the form for a password where there is one; nothing without one. */
export function SignInButton({ redirect }: { redirect: string | null }) {
  const name = signInName()
  if (name === null) return null
  const isOnly = !hasPasswords()
  return (
    <>
      {!isOnly && (
        <p className="flex items-center gap-3 text-sm text-ink-3 before:flex-1 before:border-t before:border-line after:flex-1 after:border-t after:border-line">
          or
        </p>
      )}
      <a
        href={signInPath(redirect)}
        className={buttonClasses(isOnly ? 'primary' : 'secondary', 'lg')}
      >
        <span className="truncate">Sign in with {name}</span>
      </a>
    </>
  )
}
