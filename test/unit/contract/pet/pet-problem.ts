/** The one body that the document gives to errors. */
export function problem(status: number, headers: Record<string, string> = {}): Response {
  return Response.json({ detail: 'No.' }, { status, headers })
}
