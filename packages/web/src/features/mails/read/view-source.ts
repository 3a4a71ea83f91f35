import { getMailSource } from '@mailstop/contract'
import { call } from '../../../lib/api-client.ts'
import { openFile } from './open-file.ts'

/** Opens the source of a mail, byte for byte as it was sent, in a tab of its own. */
export function viewSource(team: number, mail: number): void {
  void openFile(() => call(getMailSource, { params: { team: String(team), mail: String(mail) } }))
}
