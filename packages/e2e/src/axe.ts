import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** What the other theme changes; all else axe finds in either. */
const rulesOfColour = ['color-contrast', 'link-in-text-block']

/** What shows now has no fault that axe finds, in either theme. */
export async function expectAccessible(page: Page, screen: string): Promise<void> {
  await page.mouse.move(0, 0)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await comeToRest(page)
    // The mail in the frame is its sender's, and no script may run in it.
    const axe = new AxeBuilder({ page }).exclude('iframe')
    if (colorScheme === 'dark') axe.withRules(rulesOfColour)
    const { violations, passes } = await axe.analyze()
    expect(passes.length, `axe looked at nothing on ${screen}`).toBeGreaterThan(0)
    const found = violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join()}`,
    )
    expect.soft(found, `${screen}, ${colorScheme}`).toEqual([])
  }
}

/** Until what appears or disappears has done so: half faded in, its colours are not its own. */
async function comeToRest(page: Page): Promise<void> {
  await expect(page.locator('[data-starting-style], [data-ending-style]')).toHaveCount(0)
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState, effect }) => {
      const lasts = effect?.getComputedTiming().endTime
      return playState !== 'running' || lasts === Infinity
    }),
  )
}
