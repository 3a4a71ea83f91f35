import { Link, type LinkProps } from 'react-router'

/** A link within a sentence. */
export function TextLink({ children, ...rest }: Omit<LinkProps, 'className'>) {
  return (
    <Link
      {...rest}
      className="touch-area rounded-[3px] font-[550] text-accent underline-offset-3 hover:underline"
    >
      {children}
    </Link>
  )
}
