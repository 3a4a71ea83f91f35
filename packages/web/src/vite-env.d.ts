interface ImportMetaEnv {
  /** The version of the product. vite.config.ts reads it from the package.json of the repository. */
  readonly MAILSTOP_VERSION: string
}
