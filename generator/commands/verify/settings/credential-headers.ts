import type { Credential } from '@concordat/contract'
import type { Model } from '../../../model/model.ts'

type Schemes = Model['descriptor']['securitySchemes']
type Scheme = Schemes[string]

interface Parted {
  readonly credentials: Readonly<Record<string, Credential>>
  readonly headers: Readonly<Record<string, Credential>>
}

/**
 * Separates credentials from other headers. If one of the document's security schemes uses a header, the
 * header is that scheme's credential ("X-Api-Key: k" for `apiKey`, "Authorization: Bearer t" for tokens).
 * Requests with a different credential or none therefore omit it.
 */
export function splitConfiguredHeaders(
  headers: Readonly<Record<string, Credential>>,
  schemes: Schemes,
): Parted {
  const parts = Object.entries(headers).map(([name, value]) => {
    const found = Object.entries(schemes).flatMap(([scheme, of]) => {
      const credential = credentialIn(name, value, of)
      return credential === undefined ? [] : [[scheme, credential] as const]
    })
    return { header: [name, value] as const, found }
  })
  return {
    credentials: Object.fromEntries(parts.flatMap(({ found }) => found)),
    headers: Object.fromEntries(parts.filter(({ found }) => found.length === 0).map(({ header }) => header)),
  }
}

function credentialIn(name: string, value: Credential, scheme: Scheme | undefined): Credential | undefined {
  if (scheme?.type === 'apiKey')
    return scheme.in === 'header' && scheme.name?.toLowerCase() === name.toLowerCase() ? value : undefined
  if (typeof value !== 'string' || name.toLowerCase() !== 'authorization') return undefined
  const [, kind = '', text = ''] = /^(\S+) +(\S+)$/.exec(value) ?? []
  const isOfKind = kind.toLowerCase() === (scheme?.type === 'http' ? scheme.scheme : 'bearer')
  if (scheme === undefined || !isOfKind) return undefined
  return kind.toLowerCase() === 'basic' ? Buffer.from(text, 'base64').toString() : text
}
