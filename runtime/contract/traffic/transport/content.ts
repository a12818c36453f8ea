/** Returns the bytes of a body and, for a form, the Content-Type with its boundary. */
export async function transportedContent(
  body: BodyInit,
): Promise<{ readonly bytes: Uint8Array; readonly type: string | null }> {
  if (typeof body === 'string') return { bytes: Buffer.from(body), type: null }
  const whole = new Response(body)
  const bytes = new Uint8Array(await whole.arrayBuffer())
  return { bytes, type: body instanceof FormData ? whole.headers.get('content-type') : null }
}
