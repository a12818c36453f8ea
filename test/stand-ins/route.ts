/** A service in memory, as a single function. */
export type Service = (request: Request) => Promise<Response>

/** The input of a route: path values by name, the query, and the body if it is JSON. */
export interface Asked {
  readonly path: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  readonly body: Readonly<Record<string, unknown>> | undefined
  readonly text: string
}

export type Route = (asked: Asked) => Response

/** Returns the error page of a servlet container. */
export function htmlError(status: number): Response {
  return new Response(`<html><body><h1>HTTP Status ${status}</h1></body></html>`, {
    status,
    headers: { 'content-type': 'text/html' },
  })
}

/** Responds as the framework does to a request that no method accepts. */
export function refused(status: number, message: string): Response {
  return Response.json({ timestamp: 0, status, error: 'Refused', message, path: '/' }, { status })
}

/**
 * Sends requests to the route that matches their method and path: "GET /things/{id}". The first match counts.
 */
export function serve(routes: Readonly<Record<string, Route>>): Service {
  const table = Object.entries(routes).map(([name, route]) => {
    const [method, path = ''] = name.split(' ')
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter = '']) => parameter)
    return { method, names, route, pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '([^/]+)')}/?$`) }
  })
  return async (request) => {
    const url = new URL(request.url)
    const text = await request.text()
    const there = table.filter(({ pattern }) => pattern.test(url.pathname))
    const found = there.find(({ method }) => method === request.method)
    if (found === undefined) return refused(there.length === 0 ? 404 : 405, 'no handler')
    const values = found.pattern.exec(url.pathname)?.slice(1).map(decodeURIComponent) ?? []
    const path = Object.fromEntries(found.names.map((name, index) => [name, values[index] ?? '']))
    let body: Asked['body']
    try {
      body = text.startsWith('{') ? JSON.parse(text) : undefined
    } catch {
      return refused(400, 'JSON parse error')
    }
    return found.route({ path, query: url.searchParams, body, text })
  }
}
