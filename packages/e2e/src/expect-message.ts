import type { Page } from '@playwright/test'

/** Runs `act` and expects a message. A toast disappears soon, so the wait for it begins before `act`. */
export async function expectMessage(
  pages: Page | Page[],
  text: string | RegExp,
  act: () => Promise<unknown>,
): Promise<void> {
  const watching = [pages]
    .flat()
    .map((page) => page.getByText(text).filter({ visible: true }).first().waitFor())
  await Promise.all([...watching, act()])
}
