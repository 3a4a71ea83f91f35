import { describe, expect, test } from 'vitest'
import { startFailure } from './start-failure.ts'

const failure = (fields: object, message = 'raw') => Object.assign(new Error(message), fields)

describe('a start that failed', () => {
  test.each([
    [{ code: 'EADDRINUSE', port: 2525 }, /Port 2525 is taken.*SMTP_PORTS/s],
    [
      { code: 'EADDRNOTAVAIL', address: '192.0.2.1', port: 25 },
      /no address 192.0.2.1.*LISTEN_HOST/,
    ],
    [{ code: 'EACCES', port: 25 }, /not allowed to listen on port 25/],
    [{ code: 'EACCES', path: '/data' }, /\/data may not be read or written.*DATA_DIR/s],
    [{ code: 'EEXIST', path: '/data' }, /\/data is in the way: DATA_DIR/],
    [{ code: 'ENOENT', path: '/nope.pem' }, /\/nope.pem does not exist.*SMTP_TLS_CERT/s],
    [{ code: 'EACCES', path: '/key.pem' }, /\/key.pem may not be read.*SMTP_TLS_KEY/s],
    [{ code: 'EISDIR' }, /folder where a file is needed.*TERMS_FILE/s],
    [{ code: 'EISDIR', path: '/new', dest: '/cert.pem' }, /a file is needed: \/cert.pem/],
    [{ code: 'ENOENT', syscall: 'mkdir', path: '/proc/x' }, /\/proc\/x cannot be made.*DATA_DIR/s],
    [{ code: 'EACCES', syscall: 'mkdir', path: '/sys/x' }, /\/sys\/x cannot be made by this user/],
    [{ code: 'EROFS', syscall: 'mkdir', path: '/ro/x' }, /\/ro\/x cannot be made: .* read-only/],
    [{ code: 'ELOOP', path: '/loop' }, /\/loop is a symbolic link.*DATA_DIR/s],
    [{ code: 'ENAMETOOLONG', path: 'x'.repeat(300) }, /^A path is longer.*DATA_DIR/s],
    [{ code: 'ENOSPC' }, /full.*Make room/s],
    [{ code: '53300' }, /no connection left: raw.*max_connections.*DATABASE_CONNECTIONS/s],
    [{ code: 'ECONNREFUSED' }, /DATABASE_URL cannot be reached/],
    [
      { code: 'ENOENT', syscall: 'connect' },
      /^The database of DATABASE_URL cannot be reached: raw/,
    ],
    [
      { code: 'EACCES', syscall: 'connect' },
      /^The database of DATABASE_URL cannot be reached: raw/,
    ],
    [{ code: '3D000' }, /DATABASE_URL refuses/],
    [{ errcode: 26, path: '/data/mailstop.sqlite' }, /\/data\/mailstop.sqlite is damaged/],
    [{ errcode: 267, path: '/data/mailstop.sqlite' }, /\/data\/mailstop.sqlite is damaged/],
    [{ errcode: 14, path: '/data/lock' }, /\/data\/lock cannot be opened.*DATA_DIR/s],
    [{ errcode: 1032, path: '/data/lock' }, /\/data\/lock may not be written.*DATA_DIR/s],
    [{ errcode: 8, path: '/data/mailstop.sqlite' }, /mailstop.sqlite, or its -wal or -shm/],
    [{ errcode: 266, path: '/data/lock' }, /\/data\/lock cannot be read or written: raw/],
    [{ errcode: 13, path: '/data/lock' }, /full.*Make room/s],
    [{ errcode: 3850, path: '/nfs/lock' }, /file system of \/nfs\/lock has no file locks/],
    [{ errcode: 5386, path: '/nfs/mailstop.sqlite' }, /no file locks or shared memory/],
    [{ errcode: 7, path: '/data/lock' }, /\/data\/lock cannot be used: raw/],
  ])('by %j is shown with the setting that it is about', (fields, text) => {
    expect(startFailure(failure(fields)).join('\n')).toMatch(text)
  })

  test('is explained by its cause when that is what is known', () => {
    const error = new Error('The database could not be migrated', {
      cause: failure({ code: 'ECONNREFUSED' }),
    })
    expect(startFailure(error)[0]).toMatch(/cannot be reached/)
  })

  test('for an unknown reason is shown as it is', () => {
    expect(startFailure(new Error('The data folder is in use'))).toEqual([
      'The data folder is in use',
    ])
    expect(startFailure('odd')).toEqual(['odd'])
  })
})
