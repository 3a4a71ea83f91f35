import { useState, type SyntheticEvent } from 'react'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'

/** Begins a new rule with the address that it forwards to. */
export function SetUpForm({ onSetUp }: { onSetUp: (email: string) => void }) {
  const [email, setEmail] = useState('')
  function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    onSetUp(email.trim())
    setEmail('')
  }
  return (
    <form noValidate onSubmit={submit} className="flex items-end gap-2">
      <div className="min-w-0 max-w-[340px] flex-1">
        <TextField
          label="Email"
          type="email"
          autoComplete="off"
          placeholder="someone@example.com"
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
      </div>
      <Button type="submit" variant="primary" size="lg">
        Set-up
      </Button>
    </form>
  )
}
