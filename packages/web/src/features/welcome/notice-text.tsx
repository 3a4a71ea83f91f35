import { noticeBlocks, type NoticeBlock } from './notice-blocks.ts'

/** A notice as text: whatever it holds, nothing of it is markup. */
export function NoticeText({ source }: { source: string }) {
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
