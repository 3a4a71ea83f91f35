import type { CodeLanguage } from '../../lib/highlight.ts'
import { placeholderToken } from '../../lib/placeholder-token.ts'

/** One call as an example shows it, with every part filled in. */
export type ExampleCall = {
  url: string
  method: string
  /** What it is called with, as JSON or as the bytes of a file; undefined without a body. */
  body?: { json: unknown } | { file: string }
  /** Whether it answers JSON, and not bytes. */
  answersJson: boolean
}

export type RequestExample = {
  key: string
  name: string
  language: CodeLanguage
  code: (call: ExampleCall) => string
}

const lines = (...parts: (string | false | undefined)[]) =>
  parts.filter((part) => part !== false && part !== undefined).join('\n')

type Body = ExampleCall['body']

const typeOf = (body: Body) =>
  body && 'file' in body ? 'application/octet-stream' : 'application/json'

/** An expression of the language: a text of JSON, or what reads the file. */
const valueOf = (
  body: Body,
  { json, file }: { json: (text: string) => string; file: (name: string) => string },
) => (body && 'file' in body ? file(body.file) : json(JSON.stringify(body?.json)))

const curl: RequestExample['code'] = ({ url, method, body, answersJson }) =>
  [
    `curl -fsS${method === 'GET' ? '' : ` -X ${method}`} '${url}'`,
    `-H 'Authorization: Bearer ${placeholderToken}'`,
    ...(body === undefined ? [] : [`-H 'Content-Type: ${typeOf(body)}'`]),
    ...(body === undefined
      ? []
      : [
          valueOf(body, {
            json: (text) => `-d '${text}'`,
            file: (name) => `--data-binary @${name}`,
          }),
        ]),
    ...(answersJson ? [] : ['-o file']),
  ].join(' \\\n  ')

const typescript: RequestExample['code'] = ({ url, method, body, answersJson }) =>
  lines(
    body && 'file' in body && `import { readFile } from 'node:fs/promises'\n`,
    `const response = await fetch('${url}', {`,
    method !== 'GET' && `  method: '${method}',`,
    '  headers: {',
    `    authorization: 'Bearer ${placeholderToken}',`,
    body !== undefined && `    'content-type': '${typeOf(body)}',`,
    '  },',
    body !== undefined &&
      `  body: ${valueOf(body, {
        json: (text) => `JSON.stringify(${text})`,
        file: (name) => `await readFile('${name}')`,
      })},`,
    '})',
    'if (!response.ok) throw new Error(await response.text())',
    answersJson
      ? 'console.log(await response.json())'
      : 'const bytes = new Uint8Array(await response.arrayBuffer())',
    !answersJson && 'console.log(bytes.length)',
  )

const python: RequestExample['code'] = ({ url, method, body, answersJson }) =>
  lines(
    answersJson && 'import json',
    'from urllib.request import Request, urlopen',
    '',
    'request = Request(',
    `    '${url}',`,
    method !== 'GET' && `    method='${method}',`,
    '    headers={',
    `        'Authorization': 'Bearer ${placeholderToken}',`,
    body !== undefined && `        'Content-Type': '${typeOf(body)}',`,
    '    },',
    body !== undefined &&
      `    data=${valueOf(body, {
        json: (text) => `b'${text}'`,
        file: (name) => `open('${name}', 'rb').read()`,
      })},`,
    ')',
    'with urlopen(request) as response:',
    answersJson ? '    print(json.load(response))' : '    print(len(response.read()))',
  )

const php: RequestExample['code'] = ({ url, method, body, answersJson }) =>
  lines(
    '<?php',
    '',
    `$context = stream_context_create(['http' => [`,
    `    'method' => '${method}',`,
    `    'header' => [`,
    `        'Authorization: Bearer ${placeholderToken}',`,
    body !== undefined && `        'Content-Type: ${typeOf(body)}',`,
    '    ],',
    body !== undefined &&
      `    'content' => ${valueOf(body, {
        json: (text) => `'${text}'`,
        file: (name) => `file_get_contents('${name}')`,
      })},`,
    ']]);',
    `$answer = file_get_contents('${url}', false, $context);`,
    `if ($answer === false) exit(1);`,
    answersJson ? 'print_r(json_decode($answer, true));' : 'echo strlen($answer);',
  )

const ruby: RequestExample['code'] = ({ url, method, body, answersJson }) =>
  lines(
    `require 'net/http'`,
    answersJson && `require 'json'`,
    '',
    `uri = URI('${url}')`,
    `request = Net::HTTP::${method.slice(0, 1)}${method.slice(1).toLowerCase()}.new(uri)`,
    `request['Authorization'] = 'Bearer ${placeholderToken}'`,
    body !== undefined && `request['Content-Type'] = '${typeOf(body)}'`,
    body !== undefined &&
      `request.body = ${valueOf(body, {
        json: (text) => `'${text}'`,
        file: (name) => `File.binread('${name}')`,
      })}`,
    `response = Net::HTTP.start(uri.host, uri.port, use_ssl: uri.scheme == 'https') do |http|`,
    '  http.request(request)',
    'end',
    'abort response.body unless response.is_a?(Net::HTTPSuccess)',
    answersJson ? 'puts JSON.parse(response.body)' : 'puts response.body.bytesize',
  )

const go: RequestExample['code'] = ({ url, method, body, answersJson }) =>
  lines(
    'package main',
    '',
    'import (',
    '\t"fmt"',
    '\t"io"',
    '\t"log"',
    '\t"net/http"',
    body && 'file' in body && '\t"os"',
    body && 'json' in body && '\t"strings"',
    ')',
    '',
    'func main() {',
    body === undefined
      ? `\trequest, err := http.NewRequest("${method}", "${url}", nil)`
      : valueOf(body, {
          json: (text) => `\tbody := strings.NewReader(\`${text}\`)`,
          file: (name) =>
            lines(
              `\tbody, err := os.Open("${name}")`,
              '\tif err != nil {',
              '\t\tlog.Fatal(err)',
              '\t}',
            ),
        }),
    body !== undefined && `\trequest, err := http.NewRequest("${method}", "${url}", body)`,
    '\tif err != nil {',
    '\t\tlog.Fatal(err)',
    '\t}',
    `\trequest.Header.Set("Authorization", "Bearer ${placeholderToken}")`,
    body !== undefined && `\trequest.Header.Set("Content-Type", "${typeOf(body)}")`,
    '\tresponse, err := http.DefaultClient.Do(request)',
    '\tif err != nil {',
    '\t\tlog.Fatal(err)',
    '\t}',
    '\tdefer response.Body.Close()',
    '\tanswer, err := io.ReadAll(response.Body)',
    '\tif err != nil || response.StatusCode >= 400 {',
    '\t\tlog.Fatal(response.Status, string(answer))',
    '\t}',
    answersJson ? '\tfmt.Println(string(answer))' : '\tfmt.Println(len(answer))',
    '}',
  )

/** Listed in the order of the tabs. */
export const requestExamples: readonly [RequestExample, ...RequestExample[]] = [
  { key: 'curl', name: 'curl', language: 'shellscript', code: curl },
  { key: 'typescript', name: 'TypeScript', language: 'typescript', code: typescript },
  { key: 'python', name: 'Python', language: 'python', code: python },
  { key: 'php', name: 'PHP', language: 'php', code: php },
  { key: 'ruby', name: 'Ruby', language: 'ruby', code: ruby },
  { key: 'go', name: 'Go', language: 'go', code: go },
]
