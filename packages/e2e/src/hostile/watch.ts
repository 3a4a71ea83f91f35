import type { BrowserContext, Page } from '@playwright/test'

/**
 * Sees whatever a mail does in a browser: in every frame and world of `context` calling one of the
 * functions that payloads call, opening a window, leaving the page, downloading, asking for a file.
 */
export type Watch = { readonly seen: readonly string[] }

export async function watch(context: BrowserContext): Promise<Watch> {
  const seen: string[] = []
  await context.exposeBinding('sawPayload', ({ frame }, what: string) => {
    seen.push(`ran ${what} in ${frame.url().slice(0, 60)}`)
  })
  await context.addInitScript(() => {
    const told = (window as unknown as { sawPayload: (what: string) => void }).sawPayload
    for (const name of ['alert', 'confirm', 'prompt', 'print'] as const) {
      Object.defineProperty(window, name, { value: () => told(name) })
    }
    const open = window.open.bind(window)
    window.open = (...address) => {
      told(`open ${String(address[0])}`)
      return open(...address)
    }
  })
  context.on('dialog', (dialog) => {
    seen.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  context.on('weberror', (error) => void seen.push(`error ${error.error().message}`))
  return { seen }
}

/** What `page` does beside showing a mail. Begins once the page shows what it is to show. */
export function watchMoves(page: Page, allowed: (url: string) => boolean): Watch {
  const seen: string[] = []
  page.on('framenavigated', (frame) => {
    const url = frame.url()
    // A link that was pressed may lead to another place in its own mail.
    const isMail = frame !== page.mainFrame() && /^about:(?:blank$|srcdoc(?:#|$))/.test(url)
    if (!isMail && !allowed(url)) seen.push(`moved to ${url.slice(0, 100)}`)
  })
  page.on('download', (download) => void seen.push(`downloaded ${download.url().slice(0, 100)}`))
  page.on('filechooser', () => void seen.push('asked for a file'))
  page.context().on('page', (opened) => {
    seen.push(`opened ${opened.url().slice(0, 100)}`)
  })
  return { seen }
}
