/** Returns the only error body that the document defines. */
export function problem(status: number, headers: Record<string, string> = {}): Response {
  return Response.json({ detail: 'No.' }, { status, headers })
}
