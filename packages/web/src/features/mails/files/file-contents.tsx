import { fileKind, getMailAttachment, limits, type Attachment } from '@mailstop/contract'
import { useQuery } from '@tanstack/react-query'
import { FileX, ShieldAlert } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { call } from '../../../lib/api/api-client.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { EmptyState } from '../../../ui/pages/empty-state.tsx'
import { fileSize } from '../../../lib/file-size.ts'
import { openAttachment } from '../read/open-file.ts'
import { AttachedMailView } from './attached-mail-view.tsx'
import { decodeFile, fetchFile, fileKey, fileParams, type FileAddress } from './fetch-file.ts'
import { imageSize } from '@mailstop/contract/image-size'
import { CutNote, Loading } from './preview-parts.tsx'
import { TextContents, type TextKind } from './text-contents.tsx'

type FileProps = { address: FileAddress; file: Attachment }
type FileContentsProps = FileProps & { focusPreview: () => void }

/** Larger images and PDFs are only opened in a tab of their own. */
const most = { imageBytes: 10 * 1024 * 1024, pixels: 40_000_000, pdfBytes: 20 * 1024 * 1024 }

/**
 * What a preview shows of a file. Nothing of it is of our origin, and nothing of it runs, except that a
 * PDF may run scripts in the browser's viewer, after the reader agreed to that.
 */
export function FileContents({ address, file, focusPreview }: FileContentsProps) {
  const kind = fileKind(file)
  switch (kind) {
    case 'image':
      return file.size > most.imageBytes ? <TooLarge /> : <ImageContents {...{ address, file }} />
    case 'pdf':
      return file.size > most.pdfBytes ? (
        <TooLarge />
      ) : (
        <PdfContents {...{ address, file, focusPreview }} />
      )
    case 'mail':
    case 'winmail':
      return <AttachedMailView address={address} />
    case 'other':
      return <NoPreview title="No preview">This type of file can only be downloaded.</NoPreview>
    case 'csv':
    case 'json':
    case 'calendar':
    case 'text':
    case 'page':
      return <TextFile {...{ address, kind }} />
  }
}

function NoPreview({ title, children }: { title: string; children: ReactNode }) {
  return (
    <EmptyState icon={<FileX aria-hidden />} title={title}>
      {children}
    </EmptyState>
  )
}

const TooLarge = () => (
  <NoPreview title="Too large for a preview">Open it in a new tab, or download it.</NoPreview>
)

/** Not kept: a file may be large. */
const notKept = { gcTime: 0, staleTime: Infinity, retry: false }

function ImageContents({ address, file }: FileProps) {
  const query = useQuery({
    queryKey: fileKey(address, 'image'),
    queryFn: async ({ signal }) => {
      const { bytes } = await fetchFile(address, { most: most.imageBytes, signal })
      const size = imageSize(bytes)
      if (!size) return 'none'
      if (size.width * size.height > most.pixels) return 'large'
      return { ...size, uri: await dataUri(new Blob([bytes], { type: size.type })) }
    },
    ...notKept,
  })
  const { data } = query
  if (data === undefined) return <Loading query={query} />
  if (data === 'large') return <TooLarge />
  if (data === 'none') {
    return (
      <NoPreview title="Not an image">
        This file is labeled as an image, but it is not one.
      </NoPreview>
    )
  }
  return (
    <iframe
      title={`Image ${file.filename}`}
      sandbox=""
      srcDoc={imageDocument(data.uri)}
      // It has nothing to press, and would keep the arrow keys.
      tabIndex={-1}
      // A frame of another colour scheme than its document is opaque and white.
      className="pointer-events-none block size-full min-h-0 flex-1 scheme-light bg-[repeating-conic-gradient(var(--line)_0_25%,transparent_0_50%)] bg-[length:16px_16px]"
    />
  )
}

const imageDocument = (uri: string) =>
  `<!doctype html><meta http-equiv="Content-Security-Policy" content="default-src 'none'; ` +
  `img-src data:; style-src 'unsafe-inline'"><style>html,body{height:100%;margin:0}` +
  `body{display:grid;grid:minmax(0,1fr)/minmax(0,1fr);place-items:center;padding:16px;box-sizing:border-box}` +
  `img{max-width:100%;max-height:calc(100vh - 32px)}</style><img alt="" src="${uri}">`

function dataUri(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => {
      if (typeof reader.result === 'string') resolve(reader.result)
    })
    reader.addEventListener('error', () => reject(reader.error ?? new Error('not read')))
    reader.readAsDataURL(blob)
  })
}

/**
 * A script of a PDF can open one modal dialog after the other over our page. The viewer takes no notice
 * of the policy of the reply, so no frame is made before the reader asks for it.
 */
function PdfContents({ address, file, focusPreview }: FileContentsProps) {
  const [isWanted, setWanted] = useState(false)
  if (isWanted) return <PdfFrame {...{ address, file }} />
  function show() {
    // The pressed button disappears, and the arrow keys need the focus within the preview.
    focusPreview()
    setWanted(true)
  }
  return (
    <EmptyState
      icon={<ShieldAlert aria-hidden />}
      title={
        <>
          <bdi className="wrap-anywhere">{file.filename}</bdi> · {fileSize(file.size)}
        </>
      }
      action={
        <div className="flex flex-wrap justify-center gap-2">
          <Button onClick={show}>Show it here</Button>
          <Button onClick={() => openAttachment(address)}>Open in a new tab</Button>
        </div>
      }
    >
      A PDF can run scripts in your browser’s viewer. Show it only if you trust its sender.
    </EmptyState>
  )
}

function PdfFrame({ address, file }: FileProps) {
  const query = useQuery({
    queryKey: fileKey(address, 'link'),
    queryFn: async ({ signal }) => {
      const { type } = await fetchFile(address, { most: 1, signal })
      // A frame would download what only claims to be a PDF.
      if (type !== 'application/pdf') return 'none'
      return call(getMailAttachment, { params: fileParams(address), signal })
    },
    ...notKept,
  })
  if (query.data === undefined) return <Loading query={query} />
  if (query.data === 'none') {
    return (
      <NoPreview title="Not a PDF">This file is labeled as a PDF, but it is not one.</NoPreview>
    )
  }
  return (
    // oxlint-disable-next-line react/iframe-missing-sandbox -- Chromium shows no PDF in a frame with this attribute; the policy of the reply makes its origin opaque
    <iframe
      title={`PDF ${file.filename}`}
      src={query.data.url}
      className="block size-full min-h-0 flex-1"
    />
  )
}

type TextFileProps = { address: FileAddress; kind: TextKind }

function TextFile({ address, kind }: TextFileProps) {
  const query = useQuery({
    queryKey: fileKey(address, 'text'),
    queryFn: async ({ signal }) => {
      const file = await fetchFile(address, { most: limits.previewedBytes, signal })
      return { text: decodeFile(file), isCut: file.isCut }
    },
    ...notKept,
  })
  if (query.data === undefined) return <Loading query={query} />
  const { text, isCut } = query.data
  return (
    <>
      <TextContents text={text} kind={kind} />
      {isCut && <CutNote>Only the first {fileSize(limits.previewedBytes)} is shown.</CutNote>}
    </>
  )
}
