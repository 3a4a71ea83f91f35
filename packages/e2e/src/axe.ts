import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** The rules whose result depends on the theme. */
const rulesOfColour = ['color-contrast', 'link-in-text-block']

const themes = {
  light: { colorScheme: 'light', forcedColors: 'none' },
  dark: { colorScheme: 'dark', forcedColors: 'none' },
  'forced colors': { colorScheme: 'light', forcedColors: 'active' },
} as const

/** Expects that axe finds no violation in what is shown now, in either theme and in forced colors. */
export async function expectAccessible(page: Page, screen: string): Promise<void> {
  // A tooltip is outside of all regions. Any key closes that of the focus.
  await page.mouse.move(0, 0)
  await page.keyboard.press('Shift')
  for (const [theme, media] of Object.entries(themes)) {
    await page.emulateMedia({ ...media, reducedMotion: 'reduce' })
    await comeToRest(page, media.colorScheme)
    // The frame has the mail of a sender, and no script may run in it. Without frames, the mode that
    // opens no second page for the results is enough.
    const axe = new AxeBuilder({ page }).setLegacyMode().exclude('iframe')
    if (theme !== 'light') axe.withRules(rulesOfColour)
    const { violations, passes } = await axe.analyze()
    expect(passes.length, `axe looked at nothing on ${screen}`).toBeGreaterThan(0)
    const found = violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join()}`,
    )
    expect.soft(found, `${screen}, ${theme}`).toEqual([])
  }
}

/** Waits until all animations are over: the colours of a half-transparent element are not its final ones. */
async function comeToRest(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  // The page changes its theme when the browser has reported the change, a frame later.
  await page.waitForFunction(
    (isDark) => document.documentElement.classList.contains('dark') === isDark,
    colorScheme === 'dark',
  )
  await expect(page.locator('[data-starting-style], [data-ending-style]')).toHaveCount(0)
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState, effect }) => {
      const lasts = effect?.getComputedTiming().endTime
      return playState !== 'running' || lasts === Infinity
    }),
  )
}
