import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'
import { clientId, clientSecret } from './client.ts'

/** A real provider of OpenID Connect, in which everybody who types a name is that person. It serves once it knows its client. */
export async function startRealProvider() {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const changed = new Map<string, { email?: string; groups?: string[] }>()
  return {
    issuer,
    /** The issuer says this of a person from now on. */
    change: (name: string, claims: { email?: string; groups?: string[] }) =>
      void changed.set(name, claims),
    serve(redirectUri: string) {
      const provider = new Provider(issuer, {
        clients: [
          {
            client_id: clientId,
            client_secret: clientSecret,
            redirect_uris: [redirectUri],
            response_types: ['code'],
            grant_types: ['authorization_code'],
          },
        ],
        claims: {
          openid: ['sub'],
          email: ['email', 'email_verified'],
          profile: ['name'],
          groups: ['groups'],
        },
        features: { devInteractions: { enabled: true } },
        cookies: { keys: ['a key of the provider'] },
        pkce: { required: () => true },
        ttl: {
          AccessToken: 600,
          AuthorizationCode: 60,
          Grant: 600,
          IdToken: 600,
          Interaction: 600,
          Session: 600,
        },
        findAccount: (_context, id) => ({
          accountId: id,
          claims: () => ({
            sub: id,
            email: `${id}@acme.test`,
            email_verified: !id.startsWith('new'),
            name: id,
            groups: ['developers'],
            ...changed.get(id),
          }),
        }),
      })
      const answer = provider.callback()
      server.on('request', (request, response) => void answer(request, response))
    },
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}
