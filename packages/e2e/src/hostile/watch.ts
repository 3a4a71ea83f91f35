import type { BrowserContext, Page } from '@playwright/test'

/**
 * Records what a mail does in a browser, in every frame and world of `context`: calls of the functions
 * that payloads call, windows, navigation, downloads, requests for a file.
 */
export type Watch = { readonly seen: readonly string[] }

export async function watch(context: BrowserContext): Promise<Watch> {
  const seen: string[] = []
  await context.exposeBinding('sawPayload', ({ frame }, what: string) => {
    seen.push(`ran ${what} in ${frame.url().slice(0, 60)}`)
  })
  await context.addInitScript(() => {
    const report = (window as unknown as { sawPayload: (what: string) => void }).sawPayload
    for (const name of ['alert', 'confirm', 'prompt', 'print'] as const) {
      Object.defineProperty(window, name, { value: () => report(name) })
    }
    const open = window.open.bind(window)
    window.open = (...address) => {
      report(`open ${String(address[0])}`)
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

/** What `page` does besides showing a mail. To be called when the page shows the mail. */
export function watchMoves(page: Page, allowed: (url: string) => boolean): Watch {
  const seen: string[] = []
  page.on('framenavigated', (frame) => {
    const url = frame.url()
    // A click on a link may navigate within the mail.
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
