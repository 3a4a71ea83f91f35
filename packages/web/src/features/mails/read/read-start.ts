/** Reads at most `bytes` of a reply's body as text and leaves the rest with the server. */
export async function readStart(
  response: Response,
  bytes: number,
): Promise<{ text: string; isCut: boolean }> {
  if (!response.ok) throw new Error(`the file was answered with status ${response.status}`)
  if (response.body === null) return { text: '', isCut: false }
  const decoder = new TextDecoder()
  const reader = response.body.getReader()
  let left = bytes
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return { text: text + decoder.decode(), isCut: false }
    text += decoder.decode(value.subarray(0, left), { stream: true })
    if (value.byteLength > left) {
      await reader.cancel()
      return { text, isCut: true }
    }
    left -= value.byteLength
  }
}
