/** Whether a member of a config is an address that HTTP requests can be sent to. */
export function isHttp(address: unknown): boolean {
  const url = typeof address === 'string' ? URL.parse(address) : null
  return url !== null && /^https?:$/.test(url.protocol)
}
