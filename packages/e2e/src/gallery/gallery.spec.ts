import { expect, test, type Page } from '@playwright/test'
import { createServer, type ViteDevServer } from 'vite'

const themes = {
  light: { colorScheme: 'light', forcedColors: 'none' },
  dark: { colorScheme: 'dark', forcedColors: 'none' },
  forced: { colorScheme: 'light', forcedColors: 'active' },
} as const

const inPage = 'buttons fields choices tabs texts code notices pages panes'.split(' ')
const overPage: Record<string, ((page: Page) => Promise<unknown>) | null> = {
  dialog: null,
  question: null,
  menu: null,
  select: (page) => page.getByRole('combobox').press('Enter'),
  tooltip: (page) => page.getByRole('button').hover(),
  toasts: (page) => page.getByText('Deleted 3 messages').hover(),
}

test.use({ viewport: { width: 640, height: 400 } })

let server: ViteDevServer
test.beforeAll(async () => {
  const root = `${import.meta.dirname}/../../../web`
  server = await createServer({ root, logLevel: 'error', server: { port: 0, hmr: false } })
  await server.listen()
})
test.afterAll(() => server.close())

/** Opens a sample in the light theme. */
async function open(page: Page, name: string): Promise<void> {
  await page.goto(`${server.resolvedUrls?.local[0]}gallery/?sample=${name}`)
  await page.locator('main').waitFor()
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => document.fonts.ready)
}

/** The pictures are made by `npm run test:journey -- gallery.spec --update-snapshots`. */
async function expectPictures(page: Page, name: string, of: string) {
  for (const [theme, media] of Object.entries(themes)) {
    await page.emulateMedia(media)
    await expect.soft(page.locator(of)).toHaveScreenshot([theme, `${name}.png`])
  }
}

for (const name of inPage) {
  test(`the ${name} look as in their pictures, in light, dark and forced colors`, async ({
    page,
  }) => {
    await open(page, name)
    await expectPictures(page, name, 'main')
  })
}

for (const [name, act] of Object.entries(overPage)) {
  test(`what opens over a page looks as in its pictures: ${name}`, async ({ page }) => {
    await open(page, name)
    await act?.(page)
    await expectPictures(page, name, 'body')
  })
}
