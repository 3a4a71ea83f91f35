import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import product from '../../../package.json' with { type: 'json' }

/**
 * Where the files of the product are: for the sources, for the server that is built from them into
 * `packages/server/dist`, and for a copy of that folder beside a copy of the web app in `web`. The build writes this
 * module and the demo into one folder, as they are here.
 */
const isBuilt = import.meta.filename.endsWith('.js')

export const version: string = product.version

/** The folder of the clone or of the package that this runs from; null where its files were moved out. */
export function productFolder(): string | null {
  return ['../', '../../../'].map(near).find(isOfProduct) ?? null
}

/** Whether this runs in a clone: the package that is published is not private. */
export function isClone(): boolean {
  const folder = productFolder()
  return folder !== null && manifestIn(folder)?.private === true
}

/** A package stands within the folder of its user, which has a `package.json` of its own. */
const isOfProduct = (folder: string): boolean => manifestIn(folder)?.name === product.name

function manifestIn(folder: string): { name?: string; private?: boolean } | null {
  const file = `${folder}package.json`
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null
}

/** The mails of the demo, and what is said about them. */
export const demoFolder = new URL('./demo/', import.meta.url)

/** Holds code that V8 has compiled. A new build removes what was compiled for the one before. */
export const compiledFolder = near(isBuilt ? './compiled' : '../../../node_modules/.cache/compiled')

/** The folder of the built web app; null where there is none. */
export function findWebRoot(): string | null {
  const folders = ['../web/', '../../web/dist/'].map(near)
  return folders.find((folder) => existsSync(`${folder}index.html`)) ?? null
}

function near(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url))
}
