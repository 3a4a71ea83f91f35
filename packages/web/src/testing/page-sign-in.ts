import { onTestFinished } from 'vitest'

/** Writes into the page, as the server does, how people sign in; until the test ends. */
export function pageSignIn({ name = 'Acme', passwords = true } = {}): void {
  const { dataset } = document.documentElement
  dataset['signIn'] = name
  if (!passwords) dataset['passwords'] = 'off'
  onTestFinished(() => {
    delete dataset['signIn']
    delete dataset['passwords']
  })
}
