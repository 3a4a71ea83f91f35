import type { CodeLanguage } from '../../lib/highlight.ts'
import type { Credentials } from './credentials.ts'
import { nodeJs, csharp, go, python, rust, swaks, curl } from './examples/programs.ts'
import {
  laravel,
  django,
  rubyOnRails,
  symfony,
  springBoot,
  elixir,
  phpMsmtp,
  wordpress,
} from './examples/configurations.ts'

export type CodeExample = {
  key: string
  name: string
  language: CodeLanguage
  code: (credentials: Credentials) => string
  /** A client that cannot begin with TLS has it: it is shown for another port, and says so. */
  starttlsOnly?: string
}

/**
 * How to send through a team's credentials, in the order of the tabs. Each is a pure function. It is
 * correct for every secret without line breaks, and encrypts in the way of its port.
 *
 * Unless it was given one, the server has a certificate of its own making, which no client trusts by
 * itself: for a port that uses it, each example says how it accepts that.
 */
export const codeExamples: readonly [CodeExample, ...CodeExample[]] = [
  { key: 'laravel', name: 'Laravel', language: 'dotenv', code: laravel },
  { key: 'node', name: 'Node.js', language: 'javascript', code: nodeJs },
  { key: 'django', name: 'Django', language: 'python', code: django },
  {
    key: 'csharp',
    name: 'C#',
    language: 'csharp',
    code: csharp,
    starttlsOnly: '.NET’s SmtpClient cannot begin with TLS.',
  },
  { key: 'rails', name: 'Ruby on Rails', language: 'ruby', code: rubyOnRails },
  { key: 'symfony', name: 'Symfony', language: 'dotenv', code: symfony },
  { key: 'spring', name: 'Spring Boot', language: 'properties', code: springBoot },
  { key: 'go', name: 'Go', language: 'go', code: go },
  { key: 'python', name: 'Python', language: 'python', code: python },
  { key: 'rust', name: 'Rust', language: 'rust', code: rust },
  { key: 'elixir', name: 'Elixir', language: 'elixir', code: elixir },
  { key: 'php', name: 'PHP mail()', language: 'ini', code: phpMsmtp },
  { key: 'wordpress', name: 'WordPress', language: 'php', code: wordpress },
  { key: 'swaks', name: 'swaks', language: 'shellscript', code: swaks },
  { key: 'curl', name: 'curl', language: 'shellscript', code: curl },
]
