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
import type { FileAddress } from './fetch-file.ts'
import { canHaveThumbnail, thumbnailQuery } from './thumbnail.ts'

const icons: Record<FileKind, LucideIcon> = {
  image: Image,
  pdf: FileText,
  csv: Table,
  json: FileBraces,
  calendar: Calendar,
  mail: Mail,
  text: FileText,
  page: Code,
  other: File,
}

type FilePictureProps = { address: FileAddress; file: Attachment; withThumbnail: boolean }

/** A thumbnail of an image, else an icon for the kind of the file. */
export function FilePicture({ address, file, withThumbnail }: FilePictureProps) {
  const enabled = withThumbnail && canHaveThumbnail(file)
  const { data: picture } = useQuery({ ...thumbnailQuery(address), enabled })
  const Icon = icons[fileKind(file)]
  return (
    <span className="grid size-9 flex-none place-items-center overflow-hidden rounded-[5px] border border-line bg-hover text-ink-3">
      {picture ? (
        <img src={picture} alt="" className="size-full object-cover" />
      ) : (
        <Icon aria-hidden className="size-4" />
      )}
    </span>
  )
}
