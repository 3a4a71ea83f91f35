import { expect, test } from 'vitest'
import { readSourcesUrl } from './sources-url.ts'

const usual = {
  endpoint: 'https://s3.example.com/mail',
  prefix: '',
  region: 'us-east-1',
  accessKeyId: 'key',
  secretAccessKey: 'secret',
}

test.each([
  ['s3://key:secret@s3.example.com/mail', usual],
  ['s3://key:secret@s3.example.com/mail/', usual],
  ['s3://key:se%2Fcr%2Bet@s3.example.com/mail', { ...usual, secretAccessKey: 'se/cr+et' }],
  [
    's3://key:secret@127.0.0.1:9000/mail/some/folder?region=eu-central-1&tls=off',
    {
      ...usual,
      endpoint: 'http://127.0.0.1:9000/mail',
      prefix: 'some/folder/',
      region: 'eu-central-1',
    },
  ],
])('%s is an object store', (text, address) => {
  expect(readSourcesUrl(text)).toEqual(address)
})

test.each([
  'https://key:secret@s3.example.com/mail',
  's3://s3.example.com/mail',
  's3://key@s3.example.com/mail',
  's3://key:secret@/mail',
  's3://key:secret@s3.example.com',
  's3://key:secret@s3.example.com/Mail Box',
  's3://key:%@s3.example.com/mail',
  's3://key:secret@s3.example.com/mail//folder',
  's3://key:secret@s3.example.com/mail/%2e%2e',
  's3://key:secret@s3.example.com/mail?tls=no',
  's3://key:secret@s3.example.com/mail?tsl=off',
  's3://key:secret@s3.example.com/mail#part',
])('%s is none', (text) => {
  expect(readSourcesUrl(text)).toBeNull()
})
