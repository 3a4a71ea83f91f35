#!/usr/bin/env node
// Old versions of Node read this file too, so it is written for them.
'use strict'

var least = 24
var major = Number(process.versions.node.split('.')[0])

if (major < least) {
  console.error(
    'Mailstop needs Node ' +
      least +
      ' or newer, and this is Node ' +
      process.versions.node +
      ': run it with "npx -p node@' +
      least +
      ' -p mailstop mailstop".',
  )
  process.exit(1)
}

// A project often has a folder named "data" of its own.
if (!process.env.DATA_DIR) process.env.DATA_DIR = 'mailstop-data'

void import('../server/main.js')
