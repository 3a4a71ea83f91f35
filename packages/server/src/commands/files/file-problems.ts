import { createNotices } from '../../features/notices/notices.ts'
import { readCertificate } from '../../lib/tls/certificate.ts'
import { startFailure } from '../../config/start-failure.ts'
import type { NamedFiles } from '../settings.ts'

export async function fileProblems({ smtpTls, httpTls, notices }: NamedFiles): Promise<string[]> {
  const checks: [settings: string, check: () => unknown][] = [
    ['SMTP_TLS_CERT and SMTP_TLS_KEY', () => smtpTls && readCertificate(smtpTls)],
    ['HTTP_TLS_CERT and HTTP_TLS_KEY', () => httpTls && readCertificate(httpTls)],
    ['TERMS_FILE', () => createNotices({ terms: notices.terms, privacy: null }).check()],
    ['PRIVACY_FILE', () => createNotices({ terms: null, privacy: notices.privacy }).check()],
  ]
  const problems: string[] = []
  for (const [settings, check] of checks) {
    try {
      await check()
    } catch (error) {
      problems.push(`${settings}: ${startFailure(error)[0]}`)
    }
  }
  return problems
}
