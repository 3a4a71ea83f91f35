import { onTestFinished } from 'vitest'
import { listening, spawnChild, type Product, type ProductProcess } from './product-child.ts'

/** The product as a child process that does not outlive its test. */
export { peakMemoryMb, type Product, type ProductProcess } from './product-child.ts'
export { logIn, signUp, type SignedIn } from './sign-in.ts'

/**
 * Starts it without waiting for anything, for a test that expects it to refuse. `user` is an id of the
 * system's, for a test that has the right to choose one.
 */
export function spawnProduct(env: Record<string, string>, user?: number): ProductProcess {
  const product = spawnChild(env, { user })
  onTestFinished(() => product.signal('SIGKILL'))
  return product
}

/** Starts it and waits until it says that it listens. */
export function startProduct(dataDir: string, env: Record<string, string> = {}): Promise<Product> {
  return listening(spawnProduct({ DATA_DIR: dataDir, ...env }))
}
