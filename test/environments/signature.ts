const KEY = new TextEncoder().encode('shared by both sides')

const hexOf = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** Returns the signature of a webhook's body: an HMAC from the Web Crypto API, which all runtimes have. */
export async function signatureOf(body: BufferSource): Promise<string> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', KEY, algorithm, false, ['sign'])
  return hexOf(await crypto.subtle.sign('HMAC', key, body))
}

export async function isSigned(signature: string | null, body: BufferSource): Promise<boolean> {
  return signature === (await signatureOf(body))
}

/** SHA-256. */
export async function sumOf(file: Blob): Promise<string> {
  return hexOf(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()))
}
