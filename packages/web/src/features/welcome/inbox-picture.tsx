import { PictureList } from './picture-list.tsx'
import { PictureMail } from './picture-mail.tsx'
import { PictureSidebar } from './picture-sidebar.tsx'

/**
 * The inbox as it looks, drawn with the colours and parts of the real one, so that it follows the
 * theme and does not age. It says nothing that the text beside it does not.
 */
export function InboxPicture() {
  return (
    <div
      aria-hidden
      className="grid h-[490px] grid-rows-[minmax(0,1fr)] overflow-hidden rounded-lg border border-line-strong bg-surface shadow-float select-none tablet:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] desktop:grid-cols-[190px_minmax(0,5fr)_minmax(0,7fr)]"
    >
      <PictureSidebar />
      <PictureList />
      <PictureMail />
    </div>
  )
}
