import { Menu } from 'lucide-react'
import { IconButton } from '../../ui/icon-button.tsx'
import { LogoMark } from '../../ui/logo.tsx'

/** On a narrow screen: the way to the sidebar. */
export function TopBar({ onOpenSidebar }: { onOpenSidebar: () => void }) {
  return (
    <header className="flex h-12 flex-none items-center gap-1 border-b border-line px-2">
      <IconButton label="Open sidebar" icon={<Menu aria-hidden />} onClick={onOpenSidebar} />
      <LogoMark className="size-5" />
      <span className="ml-1.5 font-semibold tracking-[-0.01em]">Mailstop</span>
    </header>
  )
}
