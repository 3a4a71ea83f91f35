import { toast } from '../../../../ui/popups/toast.ts'

/** Copies a text. The menu has closed by then, so a toast reports the outcome. */
export async function copyText(text: string | Promise<string>, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(await text)
    toast.success(done)
  } catch {
    // The clipboard is missing on pages without TLS, and can be refused.
    toast.error('Copy failed!')
  }
}
