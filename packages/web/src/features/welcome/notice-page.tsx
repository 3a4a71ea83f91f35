import type { getPrivacy, getTerms } from '@mailstop/contract'
import { useQuery } from '@tanstack/react-query'
import { queryKeys, queryOf } from '../../lib/api/queries.ts'
import { usePageTitle } from '../../lib/paths/use-page-title.ts'
import { LoadError } from '../../ui/pages/load-error.tsx'
import { PublicPage } from '../../ui/pages/public-page.tsx'
import { noticeBlocks, type NoticeBlock } from './notice-blocks.ts'

type NoticePageProps = {
  title: string
  /** Tells what the operator has written. */
  endpoint: typeof getTerms | typeof getPrivacy
  /** What is shown when they have written nothing. */
  standard: string
}

export function NoticePage({ title, endpoint, standard }: NoticePageProps) {
  usePageTitle(title)
  const notice = useQuery({
    ...queryOf(queryKeys.notice(endpoint.path), endpoint),
    select: ({ text }) => text,
  })
  return (
    <PublicPage
      title={title}
      width="max-w-[680px]"
      className="py-12 text-lg text-pretty text-ink-2"
    >
      {notice.data !== undefined && <NoticeText source={notice.data ?? standard} />}
      <LoadError query={notice} title="The text could not be loaded" />
    </PublicPage>
  )
}

function NoticeText({ source }: { source: string }) {
  // The blocks never change their order: their places tell them apart.
  return noticeBlocks(source).map((block, index) => <Block key={index} block={block} />)
}

function Block({ block }: { block: NoticeBlock }) {
  switch (block.kind) {
    case 'heading':
      return <h2 className="mt-4 text-xl font-[620] tracking-[-0.018em] text-ink">{block.text}</h2>
    case 'paragraph':
      return <p className="[overflow-wrap:anywhere]">{block.text}</p>
    case 'list':
      return (
        <ul className="grid list-disc gap-1.5 pl-5">
          {block.items.map((item, index) => (
            <li key={index} className="[overflow-wrap:anywhere]">
              {item}
            </li>
          ))}
        </ul>
      )
  }
}
