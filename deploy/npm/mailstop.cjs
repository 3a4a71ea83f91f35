#!/usr/bin/env node
// Old versions of Node read this file too, so it is written for them.
'use strict'

// The first that hashes passwords by Argon2.
var least = '24.7'
var version = process.versions.node.split('.').map(Number)

if (version[0] < 24 || (version[0] === 24 && version[1] < 7)) {
  var words = ['npx', '-p', 'node@24', '-p', 'mailstop', 'mailstop']
  console.error(
    'Mailstop needs Node ' +
      least +
      ' or newer, and this is Node ' +
      process.versions.node +
      '. This brings one along:\n  ' +
      words.concat(process.argv.slice(2).map(quoted)).join(' '),
  )
  process.exit(1)
}

void import('../server/main.js')

// As a shell takes it, so that the sentence can be pasted.
function quoted(word) {
  return /^[\w./:@%+=,-]+$/.test(word) ? word : "'" + word.replace(/'/g, "'\\''") + "'"
}
