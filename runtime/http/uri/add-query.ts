/** Adds pairs to the query of a URL. */
export function addQuery(url: string, pairs: string): string {
  return pairs === '' ? url : `${url}${url.includes('?') ? '&' : '?'}${pairs}`
}
