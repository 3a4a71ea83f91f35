import { getVersion } from '@mailstop/contract'
import type { DialectName } from '../../db/dialect.ts'
import { route, type Route } from '../../http/route.ts'

export type Product = { version: string; commit: string | null }

type VersionDeps = { product: Product; store: DialectName; webBuild: () => string | null }

export const versionRoutes = ({ product, store, webBuild }: VersionDeps): Route[] => [
  route(getVersion, async () => ({
    data: { ...product, node: process.versions.node, store, web_build: webBuild() },
  })),
]
