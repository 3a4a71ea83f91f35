import { expect, test } from 'vitest'
import { preheaderOf } from '../../src/inspect/row/preheader.ts'
import { inspected } from './mail-of.ts'

const padding = '&#847;&zwnj;&nbsp;&#8199;&#65279;&shy;'.repeat(40)

test.each([
  ['Hello Ada', 'Hello Ada'],
  ['<p>Hello</p><p>Ada</p>', 'Hello Ada'],
  ['<b>Hel</b>lo <i>Ada</i>', 'Hello Ada'],
  ['<p>Hello <span>Ada</span>,</p>', 'Hello Ada,'],
  ['<div><div>Hello</div>Ada</div>', 'Hello Ada'],
  ['<p>Hello<br>Ada</p>', 'Hello Ada'],
  ['<p>\n  Hello\n  Ada\n</p>', 'Hello Ada'],
  ['<p>Hello&nbsp;&nbsp;Ada</p>', 'Hello Ada'],
  ['<p>Tom &amp; Ada &lt;3</p>', 'Tom & Ada <3'],
  ['<p>Bär 🐻 مرحبا 你好</p>', 'Bär 🐻 مرحبا 你好'],
  ['<table><tr><td>Hello</td><td>Ada</td></tr></table>', 'Hello Ada'],
  ['<ul><li>One</li><li>Two</li></ul>', 'One Two'],
  ['<h1>Hello</h1>Ada', 'Hello Ada'],
  ['<a href="https://a.example/">View</a> <a href="x">Shop</a>', 'View Shop'],
  ['<center><font size="2">Hello</font></center>', 'Hello'],
  ['<pre>Hello\nAda</pre>', 'Hello Ada'],
  ['<blockquote>Hello</blockquote>', 'Hello'],
  ['<button>Hello</button>', 'Hello'],
  ['<head><title>Shop</title></head><body>Hello', 'Hello'],
  ['<title>Shop</title>Hello', 'Hello'],
  ['<style>p { color: red }</style>Hello', 'Hello'],
  ['<p>Hello</p><style>p { color: red }</style><p>Ada</p>', 'Hello Ada'],
  ['<script>alert(1)</script>Hello', 'Hello'],
  ['<noscript>Hello</noscript>', 'Hello'],
  ['<!-- Shop --><p>Hello</p>', 'Hello'],
  ['<!--[if mso]><p>Outlook</p><![endif]--><p>Hello</p>', 'Hello'],
  ['<!--[if !mso]><!--><p>Hello</p><!--<![endif]-->', 'Hello'],
  ['<![if !mso]><p>Hello</p><![endif]>', 'Hello'],
  ['<?xml version="1.0"?><p>Hello</p>', 'Hello'],
  ['<o:p>Hello</o:p>', 'Hello'],
  ['<div style="display:none">First</div><p>Hello</p>', 'First Hello'],
  ['<div style="display: none !important; max-height: 0">First</div>', 'First'],
  ['<span hidden>First</span><p>Hello</p>', 'First Hello'],
  ['<div class="preheader">First</div><p>Hello</p>', 'First Hello'],
  ['<div style="font-size:0;line-height:0">First</div>', 'First'],
  [`<div style="display:none">First ${padding}</div><p>Hello</p>`, 'First Hello'],
  [`<div style="display:none">First</div><div style="display:none">${padding}</div>`, 'First'],
  [`${padding}<p>Hello</p>`, 'Hello'],
  ['<p>Hel\u200blo</p>', 'Hello'],
  ['<p>می\u200cخواهم</p>', 'می\u200cخواهم'],
  ['<p>\u202eolleH</p>', 'olleH'],
  ['<img src="a.png" alt="Summer sale"><p>Hello</p>', 'Summer sale Hello'],
  ['<a href="x"><img src="a.png" alt="Shop"></a>Hello', 'Shop Hello'],
  ['<img src="a.png" alt=""><p>Hello</p>', 'Hello'],
  ['<img src="a.png"><p>Hello</p>', 'Hello'],
  ['<p>Hello<img src="a.png" alt="!">Ada</p>', 'Hello ! Ada'],
  ['<picture><source srcset="a.webp"><img src="a.png" alt="Shop"></picture>', 'Shop'],
  ['<svg><title>Icon</title><text>Hello</text></svg>', 'Hello'],
  ['<p>Hello', 'Hello'],
  ['<p>Hello</b></i></p>', 'Hello'],
  ['<b><p>Hello</b> Ada</p>', 'Hello Ada'],
  ['<table>Hello<tr><td>Ada</td></tr></table>', 'Hello Ada'],
  ['<body></body>Hello', 'Hello'],
  ['<html><head></head>Hello</html>', 'Hello'],
  ['<p></p><p> </p><p>&nbsp;</p>Hello', 'Hello'],
  ['<hr>Hello', 'Hello'],
  ['<p>1 < 2</p>', '1 < 2'],
  ['<p>---- Hello ----</p>', '---- Hello ----'],
  ['<div>> Hello</div>', '> Hello'],
  ['<input value="x">Hello', 'Hello'],
  [`<p>${'word '.repeat(100)}</p>`, 'word '.repeat(40).trim()],
  [`<p>${'🐻'.repeat(200)}</p>`, '🐻'.repeat(100)],
  ['', ''],
  ['<img src="a.png">', ''],
  [`${'<div>'.repeat(5_000)}Hello`, 'Hello'],
])('the preheader of %j is %j', (html, preheader) => {
  expect(preheaderOf(inspected({ html })).text).toBe(preheader)
})

test.each([
  ['Hello Ada,\n\nwelcome.', 'Hello Ada, welcome.'],
  ['\n\n\u200bHello', 'Hello'],
])('the preheader of the text %j is %j', (text, preheader) => {
  expect(preheaderOf(inspected({ text })).text).toBe(preheader)
  expect(preheaderOf(inspected({ text, html: '<p>Other' })).text).toBe('Other')
})

test('html that is too large for a tree has a preheader too', () => {
  const html = `<style>p { color: red }</style><p>Hello</p>${'<p>a'.repeat(300_000)}`
  expect(preheaderOf(inspected({ html })).text).toMatch(/^Hello a a/)
})
