import { useId, type ComponentProps } from 'react'
import { Checkbox } from './checkbox.tsx'

/** Forms of a new password show it: that ends sessions alone. */
export function NewPasswordTokens(props: Omit<ComponentProps<typeof Checkbox>, 'label'>) {
  const id = useId()
  return (
    <div>
      <Checkbox label="Also revoke the API tokens that I made" aria-describedby={id} {...props} />
      <p id={id} className="mt-0.5 pl-6 text-sm text-ink-3">
        They outlive a new password, since programs use them.
      </p>
    </div>
  )
}
