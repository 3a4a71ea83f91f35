import { Download, Upload } from 'lucide-react'
import { MenuItem, MenuSeparator } from '../../ui/popups/menu.tsx'
import { downloadMails, type ExportQuery } from './download.ts'

type ArchiveItemsProps = {
  team: number
  /** What the list shows is what is exported. */
  query: ExportQuery
  total: number
  onImport: () => void
}

/** Mail in and out as files, for the menu of a list. */
export function ArchiveItems({ team, query, total, onImport }: ArchiveItemsProps) {
  return (
    <>
      <MenuItem icon={<Upload />} onSelect={onImport}>
        Import…
      </MenuItem>
      <MenuItem
        icon={<Download />}
        disabled={total === 0}
        onSelect={() => void downloadMails(team, query)}
      >
        Export…
      </MenuItem>
      <MenuSeparator />
    </>
  )
}
