import { expect, test } from 'vitest'
import { fileHeaders, safeFilename } from './file-headers.ts'

const file = { contentType: 'text/plain', filename: 'a.txt', disposition: 'inline' as const }

test.each([
  ['text/plain', 'inline', 'text/plain; charset=utf-8'],
  ['text/plain; charset=iso-8859-1', 'inline', 'text/plain; charset=iso-8859-1'],
  ['text/plain; format=flowed; charset="KOI8-R"', 'inline', 'text/plain; charset=KOI8-R'],
  ['text/plain; charset=x\r\nSet-Cookie: a=b', 'inline', 'text/plain; charset=utf-8'],
  ['IMAGE/PNG; name=x.png', 'inline', 'image/png'],
  ['image/svg+xml', 'attachment', 'image/svg+xml'],
  ['text/html', 'attachment', 'text/html'],
  ['application/pdf', 'inline', 'application/pdf'],
  ['image/avif', 'inline', 'image/avif'],
  ['application/xhtml+xml', 'attachment', 'application/xhtml+xml'],
  ['text/csv', 'attachment', 'text/csv'],
  ['text/html\r\nX-Evil: 1', 'attachment', 'application/octet-stream'],
  ['', 'attachment', 'application/octet-stream'],
  ['nonsense', 'attachment', 'application/octet-stream'],
])('%j is offered %s as %s', (contentType, disposition, type) => {
  const headers = fileHeaders({ ...file, contentType })
  expect(headers['content-type']).toBe(type)
  expect(headers['content-disposition']).toMatch(new RegExp(`^${disposition}; filename`))
})

test('only a PDF that is shown can stand in a frame of ours, and its origin is opaque there', () => {
  const headers = fileHeaders({ ...file, contentType: 'application/pdf' })
  expect(headers['x-frame-options']).toBe('SAMEORIGIN')
  expect(headers['content-security-policy']).toBe("sandbox; default-src 'none'")
  const downloaded = { ...file, contentType: 'application/pdf', disposition: 'attachment' as const }
  for (const other of [file, { ...file, contentType: 'text/html' }, downloaded]) {
    expect(fileHeaders(other)['x-frame-options']).toBe('DENY')
  }
})

test('nginx is asked to pass a file on at the pace of its client', () => {
  expect(fileHeaders(file)['x-accel-buffering']).toBe('no')
})

test('a harmless type is downloaded when that is asked for', () => {
  const headers = fileHeaders({ ...file, disposition: 'attachment' })
  expect(headers['content-disposition']).toBe('attachment; filename=a.txt')
})

test('a name outside ASCII is given in both forms of RFC 6266', () => {
  const headers = fileHeaders({ ...file, filename: 'Prüfung €.txt' })
  expect(headers['content-disposition']).toMatch(
    /filename="[^"]*"; filename\*=utf-8''Pr%C3%BCfung/i,
  )
})

test.each([
  ['../../etc/passwd', '_.._etc_passwd'],
  ['C:\\windows\\x.exe', 'C__windows_x.exe'],
  ['a"b<c>|d?*.txt', 'a_b_c__d__.txt'],
  ['photo\u202Egnp.exe', 'photognp.exe'],
  ['line\r\nbreak\u0000.txt', 'linebreak.txt'],
  ['.htaccess', 'htaccess'],
  ['  .. ', 'file'],
  ['', 'file'],
  ['\uD800.txt', '\uFFFD.txt'],
])('the file name %j becomes %j', (name, safe) => {
  expect(safeFilename(name)).toBe(safe)
})

test('a long name keeps its extension, and no half character', () => {
  const name = safeFilename(`${'😀'.repeat(200)}.tar.gz`)
  expect(name.length).toBeLessThanOrEqual(120)
  expect(name).toMatch(/\.tar\.gz$/)
  expect(name.isWellFormed()).toBe(true)
})
