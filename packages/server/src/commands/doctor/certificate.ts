import { X509Certificate } from 'node:crypto'
import { existsSync } from 'node:fs'
import { isIP } from 'node:net'
import type { Config } from '../../config/config.ts'
import { certificateFile, readCertificate } from '../../lib/tls/certificate.ts'
import { startFailure } from '../../config/start-failure.ts'
import { certificateChecks, judgeCertificate, type TlsServer } from './doctor-rules.ts'
import { broken, well, type Finding } from './finding.ts'

export function checkCertificates(config: Config, now: number): Finding[] {
  const { smtpTls, httpTls, smtpHost, publicUrl, ownHost } = config
  const own = certificateFile(config.dataDir)
  const httpHost = (publicUrl?.hostname ?? ownHost).replace(/^\[(.*)\]$/, '$1')

  function check(server: TlsServer, files: Config['smtpTls'], host: string): Finding[] {
    const name = certificateChecks[server]
    if (!files && !existsSync(own)) return [well(name, 'is made by the first start')]
    try {
      const { cert } = readCertificate(files ?? { certFile: own, keyFile: own })
      const found = { ...read(new X509Certificate(cert), host), isOwn: files !== null }
      return judgeCertificate(host, { ...found, server }, now)
    } catch (error) {
      const advice = files
        ? `Check the files of ${server}_TLS_CERT and ${server}_TLS_KEY.`
        : `Remove ${own} and start Mailstop again: it makes another.`
      return [broken(name, startFailure(error)[0] ?? '', advice)]
    }
  }

  return [...check('SMTP', smtpTls, smtpHost), ...(httpTls ? check('HTTP', httpTls, httpHost) : [])]
}

const read = (certificate: X509Certificate, host: string) => ({
  validFrom: certificate.validFromDate.getTime(),
  validTo: certificate.validToDate.getTime(),
  isNamed: (isIP(host) ? certificate.checkIP(host) : certificate.checkHost(host)) !== undefined,
})
