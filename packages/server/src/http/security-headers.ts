import type { FastifyHelmetOptions } from '@fastify/helmet'
import { isLoopback } from '../lib/network/listen-addresses.ts'

/**
 * Headers of every reply. The policy is the app's, without inline script. A mail is shown in a sandboxed `srcdoc`
 * frame, which inherits this policy and narrows it with one of its own: so this one has to allow everything that a
 * mail may ever show (inline styles, remote images, fonts and style sheets once the reader asks).
 */
export function securityHeaders(publicUrl: URL): FastifyHelmetOptions {
  const isHttps = publicUrl.protocol === 'https:'
  // Browsers keep it for a name with all its ports, and other servers of this machine may speak plain HTTP.
  const isStrict = isHttps && !isLoopback(publicUrl.hostname)
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'script-src': ["'self'"],
        'style-src': ["'self'", "'unsafe-inline'", 'https:', 'http:'],
        'img-src': ["'self'", 'data:', 'https:', 'http:'],
        'font-src': ["'self'", 'data:', 'https:', 'http:'],
        // 'self' covers the websocket of the same origin (CSP level 3).
        'connect-src': ["'self'"],
        'frame-src': ["'self'"],
        'object-src': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
      },
    },
    strictTransportSecurity: isStrict && { maxAge: 31_536_000, includeSubDomains: false },
    // Browsers ignore it on plain HTTP and complain about it.
    crossOriginOpenerPolicy: isHttps && { policy: 'same-origin' },
    originAgentCluster: isHttps,
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
  }
}

/** Neither the app nor a mail in it needs these features of the reader's machine. */
const unneeded =
  'accelerometer camera display-capture geolocation gyroscope magnetometer microphone midi payment usb'

export const permissionsPolicy = unneeded
  .split(' ')
  .map((name) => `${name}=()`)
  .join(', ')
