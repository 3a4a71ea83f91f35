/** An object store that speaks S3, and where in it sources are. */
export type SourcesAddress = {
  /** Includes the bucket, in path style: every server that speaks S3 answers it. */
  endpoint: string
  /** Stands before every key: empty, or text that ends with `/`. */
  prefix: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

const parameters = ['region', 'tls']
const bucketForm = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/
const folderForm = /^[A-Za-z0-9._-]{1,100}$/
const regionForm = /^[a-z0-9-]{1,40}$/
/** Many servers have no regions, and sign with this name. */
const usualRegion = 'us-east-1'

/** `s3://KEY:SECRET@host[:port]/bucket[/prefix][?region=…&tls=off]`; null of any other text. */
export function readSourcesUrl(text: string): SourcesAddress | null {
  const url = URL.parse(text)
  if (url?.protocol !== 's3:' || url.hostname === '' || url.hash !== '') return null
  const accessKeyId = decoded(url.username)
  const secretAccessKey = decoded(url.password)
  if (!accessKeyId || !secretAccessKey) return null
  const [bucket = '', ...folders] = url.pathname.replace(/^\//, '').replace(/\/$/, '').split('/')
  const isPath = bucketForm.test(bucket) && folders.every(isFolder)
  const { region = usualRegion, tls = 'on' } = Object.fromEntries(url.searchParams)
  const isKnown = [...url.searchParams.keys()].every((name) => parameters.includes(name))
  if (!isPath || !isKnown || !regionForm.test(region) || !['on', 'off'].includes(tls)) return null
  return {
    endpoint: `${tls === 'off' ? 'http' : 'https'}://${url.host}/${bucket}`,
    prefix: folders.map((folder) => `${folder}/`).join(''),
    region,
    accessKeyId,
    secretAccessKey,
  }
}

const isFolder = (name: string) => folderForm.test(name) && name !== '.' && name !== '..'

/** Secrets have characters such as `/` and `+`, which a URL percent-encodes. */
function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part)
  } catch {
    return null
  }
}
