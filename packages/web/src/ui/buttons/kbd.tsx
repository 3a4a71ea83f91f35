import type { ReactNode } from 'react'

export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd className="inline-block min-w-[18px] rounded-[4px] border border-b-[1.5px] border-line bg-bg px-[5px] py-[3px] text-center font-sans text-[10.5px] leading-none font-medium text-ink-3">
      {children}
    </kbd>
  )
}
