/** Downloads the file of an address. The answer is a file to keep, so the page stays. */
export function saveFile(url: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}
