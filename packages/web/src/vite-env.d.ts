interface ImportMetaEnv {
  /** Of the product, from the package.json of the repository (vite.config.ts). */
  readonly MAILSTOP_VERSION: string
}
