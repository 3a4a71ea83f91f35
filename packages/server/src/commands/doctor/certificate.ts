import { X509Certificate } from 'node:crypto'
import { existsSync } from 'node:fs'
import { isIP } from 'node:net'
import type { Config } from '../../config/config.ts'
import { certificateFile, readCertificate } from '../../smtp/tls/certificate.ts'
import { startFailure } from '../../config/start-failure.ts'
import { judgeCertificate } from './doctor-rules.ts'
import { broken, well, type Finding } from './finding.ts'

export function checkCertificate(config: Config, now: number): Finding[] {
  const { smtpTls, smtpHost: host, dataDir } = config
  const own = certificateFile(dataDir)
  if (!smtpTls && !existsSync(own)) return [well('certificate', 'is made by the first start')]
  try {
    const { cert } = readCertificate(smtpTls ?? { certFile: own, keyFile: own })
    const isOwn = smtpTls !== null
    return judgeCertificate(host, { ...read(new X509Certificate(cert), host), isOwn }, now)
  } catch (error) {
    const advice = smtpTls
      ? 'Check the files of SMTP_TLS_CERT and SMTP_TLS_KEY.'
      : `Remove ${own} and start Mailstop again: it makes another.`
    return [broken('certificate', startFailure(error)[0] ?? '', advice)]
  }
}

const read = (certificate: X509Certificate, host: string) => ({
  validFrom: certificate.validFromDate.getTime(),
  validTo: certificate.validToDate.getTime(),
  isNamed: (isIP(host) ? certificate.checkIP(host) : certificate.checkHost(host)) !== undefined,
})
