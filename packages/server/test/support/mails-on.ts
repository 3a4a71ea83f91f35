import { createMails, type MailDeps } from '../../src/features/mails/mails.ts'
import { createTestViewer } from '../clients/viewer.ts'

type Deps = Omit<MailDeps, 'viewer' | 'forwardsOf' | 'queuedReply'> & Partial<MailDeps>

/** The mail of teams, of which none was forwarded. */
export const mailsOn = ({ viewer = createTestViewer(), ...deps }: Deps) =>
  createMails({ viewer, forwardsOf: async () => [], queuedReply: String, ...deps })
