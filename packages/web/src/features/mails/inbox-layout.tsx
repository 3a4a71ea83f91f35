import type { KeyboardEvent, ReactNode } from 'react'
import { Group, Panel, Separator, useDefaultLayout, usePanelRef } from 'react-resizable-panels'
import { useIsNarrow } from '../../lib/use-media.ts'

/** How far an arrow key moves the handle, in percent of the width. */
const keyboardStep = 10
const saveDelayMs = 100

type InboxLayoutProps = { list: ReactNode; detail: ReactNode; isReading: boolean }

/** The list beside the mail, or one of the two where there is no room for both. */
export function InboxLayout({ list, detail, isReading }: InboxLayoutProps) {
  return useIsNarrow() ? (
    <div className="flex h-full min-h-0 flex-col bg-surface">{isReading ? detail : list}</div>
  ) : (
    <Panels list={list} detail={detail} />
  )
}

function Panels({ list, detail }: Pick<InboxLayoutProps, 'list' | 'detail'>) {
  const listPanel = usePanelRef()
  const layout = useDefaultLayout({ id: 'inbox', debounceSaveMs: saveDelayMs })

  // The library's own step is 5 percent and not to be set: it leaves alone what is handled before.
  function move(event: KeyboardEvent) {
    const step = { ArrowLeft: -keyboardStep, ArrowRight: keyboardStep }[event.key]
    const panel = listPanel.current
    if (step === undefined || panel === null) return
    event.preventDefault()
    panel.resize(`${panel.getSize().asPercentage + step}%`)
  }

  return (
    <Group
      id="inbox"
      className="h-full bg-surface"
      defaultLayout={layout.defaultLayout}
      onLayoutChange={layout.onLayoutChange}
    >
      <Panel id="list" panelRef={listPanel} defaultSize="33%" minSize="20%">
        {list}
      </Panel>
      <Separator
        aria-label="Width of the list"
        onKeyDownCapture={move}
        className="relative w-px flex-none bg-line outline-none transition-colors before:absolute before:inset-y-0 before:-inset-x-px before:z-10 hover:before:bg-accent/30 focus-visible:before:bg-accent data-[separator=active]:before:bg-accent/60"
      />
      <Panel id="detail" minSize="20%">
        {detail}
      </Panel>
    </Group>
  )
}
