import { Tooltip } from '@base-ui/react/tooltip'
import { useEffect, useState } from 'react'
import { Kbd } from '../buttons/kbd.tsx'
import type { TooltipSide } from './tooltip.tsx'

/** Shows the tooltip of the element that has the pointer or the keyboard focus, at once. */
export function Tooltips() {
  const anchor = useAnchor()
  const { tooltip, tooltipSide, tooltipShortcut } = anchor?.dataset ?? {}
  return (
    <Tooltip.Root open={tooltip !== undefined} disableHoverablePopup>
      <Tooltip.Portal>
        <Tooltip.Positioner
          anchor={anchor}
          side={(tooltipSide as TooltipSide | undefined) ?? 'bottom'}
          sideOffset={6}
          className="z-50 data-anchor-hidden:hidden"
        >
          <Tooltip.Popup className="popup flex max-w-72 items-center gap-2 rounded-sm border border-line-strong bg-raised px-2 py-1 text-xs font-medium text-ink shadow-float">
            {tooltip}
            {tooltipShortcut && <Kbd>{tooltipShortcut}</Kbd>}
          </Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  )
}

/** The element whose tooltip is shown. */
function useAnchor(): HTMLElement | null {
  const [{ anchor }, setShown] = useState<{ anchor: HTMLElement | null }>({ anchor: null })

  useEffect(() => {
    const stop = new AbortController()
    const show = (target: EventTarget | null) => {
      const next = target instanceof Element ? target.closest<HTMLElement>('[data-tooltip]') : null
      setShown((now) => (now.anchor === next ? now : { anchor: next }))
    }
    const hide = () => show(null)
    const listen = <Name extends keyof DocumentEventMap>(
      name: Name,
      listener: (event: DocumentEventMap[Name]) => void,
    ) => document.addEventListener(name, listener, { capture: true, signal: stop.signal })

    // A finger covers what a tooltip would explain.
    listen('pointerover', ({ pointerType, target }) => pointerType !== 'touch' && show(target))
    listen('focusin', ({ target }) => {
      if (target instanceof Element && target.matches(':focus-visible')) show(target)
    })
    listen('focusout', hide)
    listen('pointerdown', hide)
    listen('keydown', hide)
    listen('scroll', hide)
    document.documentElement.addEventListener('pointerleave', hide, { signal: stop.signal })
    return () => stop.abort()
  }, [])

  useEffect(() => {
    if (anchor === null) return undefined
    // The text of a button can change while it has the focus: 'Copy', 'Copied!'.
    const observer = new MutationObserver(() => setShown({ anchor }))
    observer.observe(anchor, { attributeFilter: ['data-tooltip'] })
    return () => observer.disconnect()
  }, [anchor])
  return anchor
}
