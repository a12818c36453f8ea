import type { ServerObject } from '../../document/document.ts'
import type { SwaggerDocument } from '../../document/swagger.ts'

/**
 * Returns one server for each HTTP scheme. Without a host, the API is on the server that provides the
 * document. A host without a scheme uses HTTPS.
 */
export function raiseServers({
  host,
  basePath = '',
  schemes = [],
}: Pick<SwaggerDocument, 'host' | 'basePath' | 'schemes'>): readonly ServerObject[] {
  const path = basePath.replace(/^(?=[^/])/, '/').replace(/\/+$/, '')
  if (host === undefined) return path === '' ? [] : [{ url: path }]
  const usable = schemes.filter((scheme) => /^https?$/i.test(scheme))
  return (usable.length === 0 ? ['https'] : usable).map((scheme) => ({ url: `${scheme}://${host}${path}` }))
}
