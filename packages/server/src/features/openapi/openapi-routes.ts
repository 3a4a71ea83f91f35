import { getOpenApi } from '@mailstop/contract'
import { route, type Route } from '../../http/route.ts'
import { shownUrl } from '../../lib/network/public-url.ts'

type OpenApiDeps = {
  /** Its port is known once HTTP listens. */
  publicUrl: URL
  product: { version: string }
}

export function openApiRoutes({ publicUrl, product }: OpenApiDeps): Route[] {
  return [
    route(getOpenApi, async (_input, { unlessKnown }) => {
      const { version } = product
      unlessKnown(version)
      // Loaded at the first request.
      const { openApi } = await import('@mailstop/contract/openapi')
      return openApi({ url: shownUrl(publicUrl), version })
    }),
  ]
}
