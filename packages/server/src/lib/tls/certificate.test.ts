import { createPrivateKey, X509Certificate } from 'node:crypto'
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { loadOrCreateCertificate } from './certificate.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'mailstop-certificate-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

const load = (hostname = 'mail.test') => loadOrCreateCertificate({ dataDir, hostname })

/** A certificate and its key as an operator would have them, in two files. */
async function operatorFiles(hostname: string) {
  const { key, cert } = (
    await loadOrCreateCertificate({ dataDir: join(dataDir, hostname), hostname })
  )()
  return { key, cert }
}

describe('a certificate of our own', () => {
  test('is self-signed, names the host and this machine, and lasts ten years', async () => {
    const { key, cert } = (await load())()
    const certificate = new X509Certificate(cert)
    expect(certificate.verify(certificate.publicKey)).toBe(true)
    expect(certificate.checkPrivateKey(createPrivateKey(key))).toBe(true)
    expect(certificate.subjectAltName).toBe(
      'DNS:mail.test, DNS:localhost, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1',
    )
    const years = (certificate.validToDate.getTime() - Date.now()) / (365 * 24 * 60 * 60 * 1_000)
    expect(years).toBeGreaterThan(9.9)
    expect(years).toBeLessThan(10.1)
  })

  test('is kept, in one file for its owner only, and leaves nothing half-written', async () => {
    const first = (await load())()
    expect((await load())()).toEqual(first)
    expect(readdirSync(dataDir)).toEqual(['smtp-certificate.pem'])
    expect(statSync(join(dataDir, 'smtp-certificate.pem')).mode & 0o777).toBe(0o600)
  })

  test.each(['mail.test', '192.0.2.1', '::1', '2001:db8::1'])('for %s is kept', async (host) => {
    expect((await load(host))()).toEqual((await load(host))())
  })

  test('is made again for another host, and when the file is broken', async () => {
    const first = (await load())()
    const second = (await load('10.0.0.1'))()
    expect(second.cert).not.toBe(first.cert)
    expect(new X509Certificate(second.cert).checkIP('10.0.0.1')).toBe('10.0.0.1')
    writeFileSync(join(dataDir, 'smtp-certificate.pem'), 'broken')
    expect(new X509Certificate((await load())().cert).checkHost('mail.test')).toBe('mail.test')
  })
})

describe("the operator's certificate", () => {
  test('is taken, and taken again when its files change', async () => {
    const [old, renewed] = [await operatorFiles('old.test'), await operatorFiles('new.test')]
    const [keyFile, certFile] = [join(dataDir, 'key.pem'), join(dataDir, 'cert.pem')]
    let moved = 0
    const write = (file: string, text: string) => {
      writeFileSync(file, text)
      moved += 10
      utimesSync(file, moved, moved)
    }
    write(keyFile, old.key)
    write(certFile, old.cert)
    const certificate = await loadOrCreateCertificate({ dataDir, hostname: 'x', keyFile, certFile })
    expect(certificate()).toEqual(old)
    write(keyFile, renewed.key)
    expect(certificate()).toEqual(old)
    write(certFile, renewed.cert)
    expect(certificate()).toEqual(renewed)
    rmSync(certFile)
    expect(certificate()).toEqual(renewed)
  })

  test('is not taken while the chain behind it is only half written', async () => {
    const [old, renewed] = [await operatorFiles('old.test'), await operatorFiles('new.test')]
    const file = join(dataDir, 'both.pem')
    writeFileSync(file, `${old.key}${old.cert}`)
    const options = { dataDir, hostname: 'x', keyFile: file, certFile: file }
    const certificate = await loadOrCreateCertificate(options)
    const before = certificate()
    const whole = `${renewed.key}${renewed.cert}${old.cert}`
    writeFileSync(file, whole.slice(0, -100))
    utimesSync(file, 10, 10)
    expect(certificate()).toEqual(before)
    writeFileSync(file, whole)
    utimesSync(file, 20, 20)
    expect(certificate()).toEqual({ key: whole, cert: whole })
  })

  test('that cannot be used is named in the log, once for each change, and again when it is fine', async () => {
    const [old, renewed] = [await operatorFiles('old.test'), await operatorFiles('new.test')]
    const [keyFile, certFile] = [join(dataDir, 'key.pem'), join(dataDir, 'cert.pem')]
    writeFileSync(keyFile, old.key)
    writeFileSync(certFile, old.cert)
    const lines: { level: number; file: string; reason?: string }[] = []
    const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) })
    const options = { dataDir, hostname: 'x', keyFile, certFile, log }
    const certificate = await loadOrCreateCertificate(options)

    const steps: [change: () => void, inUse: typeof old, level: number, reason: RegExp][] = [
      [() => writeFileSync(certFile, 'broken'), old, 40, /cert.pem holds no certificate/],
      [() => rmSync(certFile), old, 40, /ENOENT.*cert.pem/],
      [() => writeFileSync(certFile, renewed.cert), old, 40, /key in .*key.pem does not belong/],
      [() => writeFileSync(keyFile, 'no key'), old, 40, /key.pem holds no private key/],
      [() => writeFileSync(keyFile, renewed.key), renewed, 30, /^$/],
      [() => rmSync(keyFile), renewed, 40, /ENOENT.*key.pem/],
      [() => writeFileSync(keyFile, renewed.key), renewed, 30, /^$/],
    ]
    expect(certificate()).toEqual(old)
    expect(lines).toEqual([])
    for (const [change, inUse, level, reason] of steps) {
      change()
      expect([certificate(), certificate(), certificate()]).toEqual([inUse, inUse, inUse])
      expect(lines.map((line) => [line.level, line.file])).toEqual([[level, certFile]])
      expect(lines[0]?.reason ?? '').toMatch(reason)
      lines.length = 0
    }
  })

  test('is refused at the start when the key is not its own', async () => {
    const [one, other] = [await operatorFiles('one.test'), await operatorFiles('other.test')]
    const [keyFile, certFile] = [join(dataDir, 'key.pem'), join(dataDir, 'cert.pem')]
    writeFileSync(keyFile, one.key)
    writeFileSync(certFile, other.cert)
    await expect(
      loadOrCreateCertificate({ dataDir, hostname: 'x', keyFile, certFile }),
    ).rejects.toThrow('does not belong to the certificate')
    expect(readFileSync(keyFile, 'utf8')).toBe(one.key)
  })

  test('is refused at the start when a file holds something else, and the file is named', async () => {
    const { key, cert } = await operatorFiles('one.test')
    const [keyFile, certFile] = [join(dataDir, 'key.pem'), join(dataDir, 'cert.pem')]
    const start = () => loadOrCreateCertificate({ dataDir, hostname: 'x', keyFile, certFile })
    writeFileSync(keyFile, 'no key')
    writeFileSync(certFile, cert)
    await expect(start()).rejects.toThrow(`${keyFile} holds no private key`)
    writeFileSync(keyFile, key)
    writeFileSync(certFile, 'no certificate')
    await expect(start()).rejects.toThrow(`${certFile} holds no certificate`)
  })
})
