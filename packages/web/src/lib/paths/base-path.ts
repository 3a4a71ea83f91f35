import { nameBelow } from '@mailstop/contract'

/** The path below which the server is, such as `/mail`; empty where it has its host alone. The server writes it into the page. */
export const basePath = (): string => document.documentElement.dataset['base'] ?? ''

/** A path of the server, as the browser asks for it. The router adds the beginning to paths of its own. */
export const fullPath = (path: string): string => basePath() + path

/** The address of the server, or of a path of it, as programs and other people use it. */
export const fullUrl = (path = ''): string => location.origin + fullPath(path)

/** The name of what all pages of one host share, such as storage and locks. */
export const ownName = (name: string): string => nameBelow(basePath(), name)

/** Whether the page is below its path. A server that is asked without its proxy answers elsewhere too. */
export const isBelowBase = (): boolean => `${location.pathname}/`.startsWith(`${basePath()}/`)
