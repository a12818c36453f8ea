/** A URL with pairs added to its query. */
export function addQuery(url: string, pairs: string): string {
  return pairs === '' ? url : `${url}${url.includes('?') ? '&' : '?'}${pairs}`
}
