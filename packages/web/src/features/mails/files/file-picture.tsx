import { fileKind, type Attachment, type FileKind } from '@mailstop/contract'
import { useQuery } from '@tanstack/react-query'
import {
  Calendar,
  Code,
  File,
  FileBraces,
  FileText,
  Image,
  Mail,
  Table,
  type LucideIcon,
} from 'lucide-react'
import type { ReactNode } from 'react'
import type { FileAddress } from './fetch-file.ts'
import { canHaveThumbnail, thumbnailQuery } from './thumbnail.ts'

const icons: Record<FileKind, LucideIcon> = {
  image: Image,
  pdf: FileText,
  csv: Table,
  json: FileBraces,
  calendar: Calendar,
  mail: Mail,
  winmail: Mail,
  text: FileText,
  page: Code,
  other: File,
}

type FilePictureProps = { address: FileAddress; file: Attachment; withThumbnail: boolean }

/** A thumbnail of an image, else an icon for the kind of the file. */
export function FilePicture({ address, file, withThumbnail }: FilePictureProps) {
  const Icon = icons[fileKind(file)]
  const icon = <Icon aria-hidden className="size-4" />
  return (
    <span className="grid size-9 flex-none place-items-center overflow-hidden rounded-sm border border-line bg-hover text-ink-3">
      {withThumbnail && canHaveThumbnail(file) ? (
        <Thumbnail address={address} otherwise={icon} />
      ) : (
        icon
      )}
    </span>
  )
}

function Thumbnail({ address, otherwise }: { address: FileAddress; otherwise: ReactNode }) {
  const { data: picture } = useQuery(thumbnailQuery(address))
  return picture ? <img src={picture} alt="" className="size-full object-cover" /> : otherwise
}
