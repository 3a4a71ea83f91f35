import { expect } from '@playwright/test'
import { credentialsOf } from '../account.ts'
import { test } from '../journey.ts'
import { rows, subjectsOf } from '../mail-list.ts'
import { openConnection } from '../one-connection.ts'

/** `npm run bench:visible` sends 200. */
const count = Number(process.env['VISIBLE_MAILS'] ?? 10)
// A trace of every step would slow down what is measured.
test.use({ trace: 'off' })

test(`${count} mails are seen one by one as they come, and how soon after their 250`, async ({
  inbox: page,
}) => {
  test.slow()
  const connection = openConnection(await credentialsOf(page))
  const accepted = new Map<string, number>()
  const send = async (subject: string) => {
    await connection.sendMail({ from: 'a@b.test', to: 'c@d.test', subject, text: 'x' })
    accepted.set(subject, Date.now())
  }
  await send('Before all')
  await page.goto('/inbox')
  await expect(rows(page)).toHaveCount(1)
  await page.waitForLoadState('networkidle')

  const seen = await page.evaluateHandle(() => {
    const times: [string, number][] = []
    const known = new Set<string>()
    const list = document.querySelector('[aria-label="Mail"]')?.parentElement as HTMLElement
    const look = () => {
      for (const row of list.querySelectorAll('li a')) {
        const subject = row.querySelectorAll('[dir=auto]')[1]?.textContent ?? ''
        if (known.has(subject)) continue
        known.add(subject)
        // It is painted by the end of the next frame.
        requestAnimationFrame(() => setTimeout(() => times.push([subject, Date.now()])))
      }
    }
    look()
    new MutationObserver(look).observe(list, {
      childList: true,
      subtree: true,
      characterData: true,
    })
    return times
  })
  const subjects = Array.from({ length: count }, (_, index) => `Sent ${index + 1}`)
  for (const [index, subject] of subjects.entries()) {
    await send(subject)
    await expect(rows(page).first()).toContainText(subject)
    // A varying pause, so that each mail arrives at another moment after the one before.
    await page.waitForTimeout((index * 37) % 110)
  }
  connection.close()
  await expect.poll(() => seen.evaluate((times) => times.length)).toBe(count + 1)
  const times = await seen.jsonValue()
  const waits = times
    .filter(([subject]) => subject.startsWith('Sent '))
    .map(([subject, at]) => at - (accepted.get(subject) ?? Number.NaN))
    .toSorted((a, b) => a - b)
  const at = (part: number) => `${waits[Math.ceil(count * part) - 1]} ms`
  console.log(
    `From 250 to visible: p50 ${at(0.5)}, p95 ${at(0.95)}, most ${at(1)}, over ${count} mails`,
  )
  expect(waits).toHaveLength(count)
  expect(await subjectsOf(page)).toEqual([...subjects.toReversed(), 'Before all'])
})
