import { createSecureContext, type SecureContext } from 'node:tls'

/** One TLS context for as long as the certificate stays the same: making one costs a millisecond. */
export function createSecureContexts(
  certificate: () => { key: string; cert: string },
): () => SecureContext {
  let current: { key: string; cert: string; context: SecureContext } | null = null
  return () => {
    const { key, cert } = certificate()
    if (current?.key !== key || current.cert !== cert) {
      const context = createSecureContext({ key, cert, minVersion: 'TLSv1.2' })
      current = { key, cert, context }
    }
    return current.context
  }
}
