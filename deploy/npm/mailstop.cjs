#!/usr/bin/env node
// Old versions of Node read this file too, so it is written for them.
'use strict'

// The first that hashes passwords by Argon2.
var least = '24.7'
var version = process.versions.node.split('.').map(Number)

if (version[0] < 24 || (version[0] === 24 && version[1] < 7)) {
  console.error(
    'Mailstop needs Node ' +
      least +
      ' or newer, and this is Node ' +
      process.versions.node +
      ': run it with "npx -p node@24 -p mailstop mailstop".',
  )
  process.exit(1)
}

// A project often has a folder named "data" of its own.
if (!process.env.DATA_DIR) process.env.DATA_DIR = 'mailstop-data'

void import('../server/main.js')
