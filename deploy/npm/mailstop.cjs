#!/usr/bin/env node
// Old versions of Node read this file too, so it is written for them.
'use strict'

// The first that hashes passwords by Argon2.
var least = '24.7'
var version = process.versions.node.split('.').map(Number)

var isOld = version[0] < 24 || (version[0] === 24 && version[1] < 7)
var brought = isOld ? broughtNode() : null

if (brought !== null) {
  runOn(brought)
} else if (isOld) {
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
} else {
  void import('../server/main.js')
}

// A package that was made for a machine with an old Node depends on another.
function broughtNode() {
  var isWindows = process.platform === 'win32'
  var name = 'node-' + (isWindows ? 'win' : process.platform) + '-' + process.arch
  try {
    return require.resolve(name + '/bin/node' + (isWindows ? '.exe' : ''))
  } catch {
    return null
  }
}

function runOn(node) {
  // The name by which this is called says what it does.
  var child = require('child_process').spawn(node, process.argv.slice(1), { stdio: 'inherit' })
  // Mailstop takes a signal that comes twice within a second, from a terminal too, for one.
  ;['SIGINT', 'SIGTERM', 'SIGHUP'].forEach(function (signal) {
    process.on(signal, function () {
      child.kill(signal)
    })
  })
  child.on('error', function (error) {
    console.error(error.message)
    process.exit(1)
  })
  child.on('exit', function (code) {
    process.exit(code === null ? 1 : code)
  })
}

// As a shell takes it, so that the sentence can be pasted.
function quoted(word) {
  return /^[\w./:@%+=,-]+$/.test(word) ? word : "'" + word.replace(/'/g, "'\\''") + "'"
}
