import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isIP } from 'node:net'
import {
  bitString,
  explicit,
  implicit,
  integer,
  octetString,
  oid,
  sequence,
  setOf,
  time,
  utf8,
  yes,
} from './der.ts'

const dayMs = 24 * 60 * 60 * 1_000
const validDays = 3_650

const ids = {
  commonName: '550403',
  keyUsage: '551d0f',
  subjectAltName: '551d11',
  basicConstraints: '551d13',
  extKeyUsage: '551d25',
  serverAuth: '2b06010505070301',
  ecdsaWithSha256: '2a8648ce3d040302',
}

/**
 * Makes a key and a certificate signed by it (RFC 5280), for this name and for the machine itself. PEM.
 * Every client that speaks TLS 1.2 knows the curve, and a handshake costs a tenth of RSA's.
 */
export function makeCertificate(hostname: string): { key: string; cert: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const algorithm = sequence(oid(ids.ecdsaWithSha256))
  const name = sequence(setOf(sequence(oid(ids.commonName), utf8(hostname.slice(0, 64)))))
  const toSign = sequence(
    // The third version, which has extensions.
    explicit(0, integer('02')),
    // Positive, and never the same twice (section 4.1.2.2).
    integer(`01${randomBytes(15).toString('hex')}`),
    algorithm,
    name,
    sequence(time(new Date(Date.now() - dayMs)), time(new Date(Date.now() + validDays * dayMs))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    explicit(3, extensions([...new Set([hostname, 'localhost', '127.0.0.1', '::1'])])),
  )
  const signature = sign('sha256', toSign, { key: privateKey, dsaEncoding: 'der' })
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString().trim(),
    cert: pem('CERTIFICATE', sequence(toSign, algorithm, bitString(signature))),
  }
}

function extensions(names: string[]): Buffer {
  const digitalSignature = bitString(Buffer.from([0x80]), 7)
  return sequence(
    // Of no authority, which is the default.
    sequence(oid(ids.basicConstraints), yes, octetString(sequence())),
    sequence(oid(ids.keyUsage), yes, octetString(digitalSignature)),
    sequence(oid(ids.extKeyUsage), yes, octetString(sequence(oid(ids.serverAuth)))),
    sequence(oid(ids.subjectAltName), octetString(sequence(...names.map(generalName)))),
  )
}

const generalName = (name: string): Buffer =>
  isIP(name) ? implicit(7, addressBytes(name)) : implicit(2, Buffer.from(name))

function addressBytes(address: string): Buffer {
  if (isIP(address) === 4) return Buffer.from(address.split('.').map(Number))
  // The URL parser writes an address that ends as one of IPv4 in hexadecimal groups.
  const [start = '', end] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const groups = (text: string) => text.split(':').filter(Boolean)
  const [first, last] = [groups(start), groups(end ?? '')]
  const zeros = Array.from({ length: 8 - first.length - last.length }, () => '0')
  const all = [...first, ...zeros, ...last].map((group) => group.padStart(4, '0'))
  return Buffer.from(all.join(''), 'hex')
}

function pem(label: string, bytes: Buffer): string {
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? []
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`].join('\n')
}
