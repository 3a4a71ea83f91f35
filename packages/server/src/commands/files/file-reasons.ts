const readReasons: Record<string, string> = {
  ENOENT: 'it does not exist',
  ENOTDIR: 'a part of its path is no folder',
  EACCES: 'this user may not read it',
  EPERM: 'this user may not read it',
  EISDIR: 'it is a folder: name one file',
}

const writeReasons: Record<string, string> = {
  ...readReasons,
  ENOENT: 'its folder does not exist',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'its file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'this user has used all its room on the disk',
  EPIPE: 'who reads it has ended',
}

const reasonOf = (error: Error, known: Record<string, string>): string =>
  ('code' in error && known[String(error.code)]) || error.message

export const readReason = (error: Error): string => reasonOf(error, readReasons)

export const writeReason = (error: Error): string => reasonOf(error, writeReasons)

export const isOfFile = (error: unknown): error is Error & { syscall: string } =>
  error instanceof Error && 'syscall' in error && error.syscall !== 'connect'
