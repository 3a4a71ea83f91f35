import type { CodeLanguage } from '../../lib/highlight.ts'
import { placeholderToken } from '../../lib/placeholder-token.ts'

/** One call as an example shows it, with every part filled in. */
export type ExampleCall = {
  url: string
  method: string
  /** What it is called with, as JSON; undefined without a body. */
  body?: unknown
  /** Whether it answers JSON, and not bytes. */
  answersJson: boolean
}

export type RequestExample = {
  /** What it is remembered by. */
  key: string
  name: string
  language: CodeLanguage
  code: (call: ExampleCall) => string
}

const lines = (...parts: (string | false)[]) => parts.filter((part) => part !== false).join('\n')
const text = (body: unknown) => JSON.stringify(body)

const curl: RequestExample['code'] = ({ url, method, body, answersJson }) =>
  [
    `curl -fsS${method === 'GET' ? '' : ` -X ${method}`} '${url}'`,
    `-H 'Authorization: Bearer ${placeholderToken}'`,
    ...(body === undefined ? [] : [`-H 'Content-Type: application/json'`, `-d '${text(body)}'`]),
    ...(answersJson ? [] : ['-o file']),
  ].join(' \\\n  ')

const typescript: RequestExample['code'] = ({ url, method, body, answersJson }) =>
  lines(
    `const response = await fetch('${url}', {`,
    method !== 'GET' && `  method: '${method}',`,
    '  headers: {',
    `    authorization: 'Bearer ${placeholderToken}',`,
    body !== undefined && `    'content-type': 'application/json',`,
    '  },',
    body !== undefined && `  body: JSON.stringify(${text(body)}),`,
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
    body !== undefined && `        'Content-Type': 'application/json',`,
    '    },',
    body !== undefined && `    data=b'${text(body)}',`,
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
    body !== undefined && `        'Content-Type: application/json',`,
    '    ],',
    body !== undefined && `    'content' => '${text(body)}',`,
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
    body !== undefined && `request['Content-Type'] = 'application/json'`,
    body !== undefined && `request.body = '${text(body)}'`,
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
    body !== undefined && '\t"strings"',
    ')',
    '',
    'func main() {',
    body === undefined
      ? `\trequest, err := http.NewRequest("${method}", "${url}", nil)`
      : `\tbody := strings.NewReader(\`${text(body)}\`)`,
    body !== undefined && `\trequest, err := http.NewRequest("${method}", "${url}", body)`,
    '\tif err != nil {',
    '\t\tlog.Fatal(err)',
    '\t}',
    `\trequest.Header.Set("Authorization", "Bearer ${placeholderToken}")`,
    body !== undefined && `\trequest.Header.Set("Content-Type", "application/json")`,
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

/** In the order of the tabs. */
export const requestExamples: readonly [RequestExample, ...RequestExample[]] = [
  { key: 'curl', name: 'curl', language: 'shellscript', code: curl },
  { key: 'typescript', name: 'TypeScript', language: 'typescript', code: typescript },
  { key: 'python', name: 'Python', language: 'python', code: python },
  { key: 'php', name: 'PHP', language: 'php', code: php },
  { key: 'ruby', name: 'Ruby', language: 'ruby', code: ruby },
  { key: 'go', name: 'Go', language: 'go', code: go },
]
