import { expect, test } from 'vitest'
import { htmlText } from './html-text.ts'

test.each([
  ['text alone', 'a b', 'a b'],
  ['tags within a word', 'p<b>ar</b>t', 'part'],
  ['tags between words', '<p>a</p><p>b<br>c</p><td>d</td>', 'a b c d'],
  ['attributes', '<a href="https://x.test/?a>b" title=\'>\'>link</a>', 'link'],
  ['a quote in an attribute that never ends', '<a href="x>link</a>', 'link'],
  [
    'style, script and title',
    '<title>t</title><style>a{}</style><SCRIPT>b("</p>")</SCRIPT >c',
    'c',
  ],
  ['a style that never ends', 'a<style>b', 'a'],
  ['comments', 'a<!-- <p>b</p> -->c', 'ac'],
  ['a comment that never ends', 'a<!-- b', 'a'],
  ['a doctype and a processing instruction', '<!doctype html><?xml version="1"?>a', 'a'],
  ['a bare less-than sign', '1 < 2 <3', '1 < 2 <3'],
  ['a tag that never ends', 'a<b', 'a'],
  ['entities', '&lt;&amp;&gt;&eacute;&euro;&#233;&#xE9;&#x1F680;', '<&>éé🚀'.replace('éé', 'é€éé')],
  ['entities without a semicolon', '&amp b', '& b'],
  ['unknown entities as written', '&nosuch; &;', '&nosuch; &;'],
  ['entities of no character', '&#0;&#xD800;&#1114112;', '\ufffd\ufffd\ufffd'],
  ['names of objects’ own properties', '&constructor; <constructor>a', '&constructor;  a'],
])('the text of HTML is read: %s', (_name, html, expected) => {
  expect(htmlText(html).split(/\s+/).join(' ').trim()).toBe(expected.split(/\s+/).join(' '))
})
