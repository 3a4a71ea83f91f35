import { createPrivateKey, X509Certificate } from 'node:crypto'
import { statSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { isIP } from 'node:net'
import { dirname, join } from 'node:path'
import { createSecureContext, type SecureContext } from 'node:tls'
import type { BaseLogger } from 'pino'
import { readPlainFile, writeSecretFile } from '../plain-file.ts'

export type Certificate = { key: string; cert: string }

/** Where a certificate is kept that Mailstop made itself. */
export const certificateFile = (dataDir: string): string => join(dataDir, 'smtp-certificate.pem')

export type CertificateOptions = {
  dataDir: string
  hostname: string
  certFile?: string
  keyFile?: string
  /** Logs changed files; unusable ones once for each change. */
  log?: Pick<BaseLogger, 'info' | 'warn'>
}

const dayMs = 24 * 60 * 60 * 1_000
const renewBeforeDays = 30
/** A chain of certificates and a key take a few kilobytes. */
const mostFileBytes = 262_144

/**
 * The certificate of the SMTP server: the operator's files, or a self-signed one that is made once
 * and kept in the data folder, key and certificate in one file so that they can never be a
 * mismatched pair. The files are read again when they change; a pair that does not fit together,
 * as in the middle of a renewal, is not taken.
 */
export async function loadOrCreateCertificate(
  options: CertificateOptions,
): Promise<() => Certificate> {
  const { certFile, keyFile, log } = options
  if (certFile !== undefined && keyFile !== undefined) {
    return watchCertificate({ keyFile, certFile }, { log, server: 'SMTP' })
  }
  const file = certificateFile(options.dataDir)
  if (!isUsable(file, options.hostname)) await create(file, options.hostname)
  return watchCertificate({ keyFile: file, certFile: file }, { log, server: 'SMTP' })
}

export type CertificateFiles = { keyFile: string; certFile: string }

/** Reads the files again when they change. Throws what is wrong with them at first. */
export function watchCertificate(
  files: CertificateFiles,
  { log, server }: { log?: CertificateOptions['log']; server: 'SMTP' | 'HTTPS' },
): () => Certificate {
  const { keyFile, certFile } = files
  let readVersion = versionOf([keyFile, certFile])
  let current = readCertificate(files)
  let refusedVersion: string | null = null
  return () => {
    const found = versionOf([keyFile, certFile])
    const isKnown = found === readVersion && refusedVersion === null
    // What was refused is not read again for each connection.
    if (isKnown || found === refusedVersion) return current
    try {
      current = readCertificate(files)
      readVersion = found
      refusedVersion = null
      log?.info({ file: certFile }, `The certificate for ${server} has changed and is in use`)
    } catch (error) {
      // The files may be in the middle of a renewal: the certificate before stays valid.
      refusedVersion = found
      const reason = error instanceof Error ? error.message : String(error)
      const about = { file: certFile, key_file: keyFile, reason }
      log?.warn(
        about,
        `The certificate for ${server} has changed and cannot be used; the previous one stays in use`,
      )
    }
    return current
  }
}

/** A text that changes when the files are written or replaced, or their permissions change. */
function versionOf(files: string[]): string {
  return files
    .map((file) => {
      try {
        const { ino, ctimeMs, size } = statSync(file)
        return `${ino} ${ctimeMs} ${size}`
      } catch (error) {
        return String(error)
      }
    })
    .join()
}

/** Throws what is wrong with files that cannot be used for TLS. */
export function readCertificate({ keyFile, certFile }: CertificateFiles): Certificate {
  const key = readPlainFile(keyFile, mostFileBytes)
  const cert = readPlainFile(certFile, mostFileBytes)
  const privateKey = parsed(keyFile, 'private key in PEM without a passphrase', () =>
    createPrivateKey(key),
  )
  const certificate = parsed(certFile, 'certificate in PEM', () => new X509Certificate(cert))
  if (!certificate.checkPrivateKey(privateKey)) {
    throw new Error(`The key in ${keyFile} does not belong to the certificate in ${certFile}`)
  }
  // No handshake works with a chain that is only half written.
  parsed(certFile, 'certificate that TLS can use', () => createSecureContext({ ca: [], key, cert }))
  return { key, cert }
}

/** The error of OpenSSL names neither the file nor what is missing. */
function parsed<T>(file: string, what: string, parse: () => T): T {
  try {
    return parse()
  } catch (cause) {
    throw new Error(`${file} holds no ${what}`, { cause })
  }
}

function isUsable(file: string, hostname: string): boolean {
  try {
    const certificate = new X509Certificate(readPlainFile(file, mostFileBytes))
    const named = isIP(hostname) ? certificate.checkIP(hostname) : certificate.checkHost(hostname)
    const renewAt = certificate.validToDate.getTime() - renewBeforeDays * dayMs
    return named !== undefined && Date.now() < renewAt
  } catch {
    return false
  }
}

async function create(file: string, hostname: string): Promise<void> {
  // Loaded only here: much code, needed at one start in ten years.
  const { makeCertificate } = await import('./self-signed.ts')
  const { key, cert } = await makeCertificate(hostname)
  await mkdir(dirname(file), { recursive: true })
  writeSecretFile(file, `${key}\n${cert}\n`)
}

/** Keeps one TLS context until the certificate changes: making one takes a millisecond. */
export function createSecureContexts(certificate: () => Certificate): () => SecureContext {
  let current: (Certificate & { context: SecureContext }) | null = null
  return () => {
    const { key, cert } = certificate()
    if (current?.key !== key || current.cert !== cert) {
      const context = createSecureContext({ ca: [], key, cert, minVersion: 'TLSv1.2' })
      current = { key, cert, context }
    }
    return current.context
  }
}
