import { X509Certificate } from 'node:crypto'
import { existsSync } from 'node:fs'
import { isIP } from 'node:net'
import type { Config } from '../../config/config.ts'
import { certificateFile, readCertificate } from '../../lib/tls/certificate.ts'
import { startFailure } from '../../config/start-failure.ts'
import { certificateChecks, judgeCertificate, type TlsServer } from './doctor-rules.ts'
import { broken, well, type Finding } from './finding.ts'

export function checkCertificates(config: Config, now: number): Finding[] {
  const { httpTls, smtpHost, publicUrl, ownHost } = config
  return [
    ...checkCertificate('SMTP', { ...config, files: config.smtpTls, host: smtpHost }, now),
    ...(httpTls
      ? checkCertificate(
          'HTTP',
          { ...config, files: httpTls, host: publicUrl?.hostname ?? ownHost },
          now,
        )
      : []),
  ]
}

type Served = { files: Config['smtpTls']; host: string; dataDir: string }

function checkCertificate(server: TlsServer, served: Served, now: number): Finding[] {
  const check = certificateChecks[server]
  const { files, dataDir, host: named } = served
  const host = named.replace(/^\[(.*)\]$/, '$1')
  const own = certificateFile(dataDir)
  if (!files && !existsSync(own)) return [well(check, 'is made by the first start')]
  try {
    const { cert } = readCertificate(files ?? { certFile: own, keyFile: own })
    const isOwn = files !== null
    return judgeCertificate(host, { ...read(new X509Certificate(cert), host), isOwn }, now, server)
  } catch (error) {
    const advice = files
      ? `Check the files of ${server}_TLS_CERT and ${server}_TLS_KEY.`
      : `Remove ${own} and start Mailstop again: it makes another.`
    return [broken(check, startFailure(error)[0] ?? '', advice)]
  }
}

const read = (certificate: X509Certificate, host: string) => ({
  validFrom: certificate.validFromDate.getTime(),
  validTo: certificate.validToDate.getTime(),
  isNamed: (isIP(host) ? certificate.checkIP(host) : certificate.checkHost(host)) !== undefined,
})
