import type { Page } from '@playwright/test'

/** What is told goes soon, on a busy machine before it is looked for: it is watched for from before `act`. */
export async function told(
  pages: Page | Page[],
  text: string | RegExp,
  act: () => Promise<unknown>,
): Promise<void> {
  const watching = [pages]
    .flat()
    .map((page) => page.getByText(text).filter({ visible: true }).first().waitFor())
  await Promise.all([...watching, act()])
}
