import { getMailAttachment, type FactsOf } from '@mailstop/contract'
import { Download } from 'lucide-react'
import { call } from '../../../lib/api/api-client.ts'
import { fileSize } from '../../../lib/file-size.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { Rows } from '../rows.tsx'
import { ofMail } from '../use-inspection.ts'

type PartListProps = FactsOf<'structure'> & { team: number; mail: number }

/** The tree of the MIME parts, with the lines of each in the raw message. */
export function PartList({ parts, team, mail }: PartListProps) {
  const save = (key: string) =>
    void saveFile(() => call(getMailAttachment, { params: { ...ofMail(team, mail), key } }))
  const rows = parts.map((part) => {
    const { content_type: type, content_id: id, attachment: key } = part
    return {
      depth: part.depth,
      text: <code className="font-mono text-sm">{type}</code>,
      place: { part: 'source' as const, line: part.lines[0], column: null },
      notes: [
        part.filename,
        part.charset,
        part.encoding,
        part.disposition,
        !type.startsWith('multipart/') && fileSize(part.decoded_bytes),
        id !== null && `cid:${id} (${part.used_in_html ? 'used' : 'not used'})`,
      ],
      action: key !== null && (
        <IconButton
          label={`Download ${part.filename ?? type}`}
          icon={<Download />}
          onClick={() => save(key)}
        />
      ),
    }
  })
  return <Rows label="MIME parts" rows={rows} />
}
