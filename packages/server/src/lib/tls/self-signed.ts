// oxlint-disable-next-line no-unassigned-import -- @peculiar/x509 needs its global side effect
import 'reflect-metadata'
import { randomBytes, webcrypto } from 'node:crypto'
import { isIP } from 'node:net'
import * as x509 from '@peculiar/x509'

const dayMs = 24 * 60 * 60 * 1_000
const validDays = 3_650
// Every client that speaks TLS 1.2 knows this curve, and a handshake costs a tenth of RSA's.
const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }

/** Makes a key and a certificate signed by it, for this name and for the machine itself. PEM. */
export async function makeCertificate(hostname: string): Promise<{ key: string; cert: string }> {
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const names = [...new Set([hostname, 'localhost', '127.0.0.1', '::1'])]
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    // Positive, and never the same twice (RFC 5280 section 4.1.2.2).
    serialNumber: `01${randomBytes(15).toString('hex')}`,
    name: [{ CN: [hostname.slice(0, 64)] }],
    notBefore: new Date(Date.now() - dayMs),
    notAfter: new Date(Date.now() + validDays * dayMs),
    signingAlgorithm: algorithm,
    keys,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension(
        names.map((value) => ({ type: isIP(value) ? 'ip' : 'dns', value })),
      ),
    ],
  })
  const pkcs8 = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey))
  const key = x509.PemConverter.encode(pkcs8, 'PRIVATE KEY')
  return { key, cert: certificate.toString('pem') }
}
