/**
 * A gate in front of a service. It responds to a request itself or lets it through, possibly with a cookie
 * for the response.
 */
export type Door = (request: Request, body: string) => Response | { readonly cookie: string } | undefined

/** Puts a service behind a door. */
export function behind(
  door: Door,
  inside: (request: Request) => Promise<Response>,
): (request: Request) => Promise<Response> {
  return async (request) => {
    const opened = door(request, await request.clone().text())
    if (opened instanceof Response) return opened
    const response = await inside(request)
    if (opened !== undefined) response.headers.append('set-cookie', opened.cookie)
    return response
  }
}

/** Records the operations to which a service responded with 2xx, as "GET /notes" and "GET /notes/{id}". */
export function reached(inside: (request: Request) => Promise<Response>): {
  readonly names: Set<string>
  readonly answer: (request: Request) => Promise<Response>
} {
  const names = new Set<string>()
  const answer = async (request: Request): Promise<Response> => {
    const response = await inside(request)
    const path = new URL(request.url).pathname.replace(/^\/notes\/.+/, '/notes/{id}')
    if (response.ok) names.add(`${request.method} ${path}`)
    return response
  }
  return { names, answer }
}

const cookiesOf = ({ headers }: Request): Readonly<Record<string, string>> =>
  Object.fromEntries(
    (headers.get('cookie') ?? '').split('; ').map((pair) => {
      const end = pair.indexOf('=')
      return [pair.slice(0, end), pair.slice(end + 1)]
    }),
  )
const isWrite = ({ method }: Request): boolean => !['GET', 'HEAD', 'OPTIONS'].includes(method)
const html = (text: string, ...cookies: readonly string[]): Response =>
  new Response(text, {
    headers: [
      ['content-type', 'text/html'],
      ...cookies.map((line): [string, string] => ['set-cookie', line]),
    ],
  })
const refused = (status: number, detail: string): Response => Response.json({ detail }, { status })
const entered = (...cookies: readonly string[]): Response =>
  new Response(null, {
    status: 302,
    headers: [['location', '/'], ...cookies.map((line): [string, string] => ['set-cookie', line])],
  })

/**
 * Behaves like Django REST framework: the login page sets the token as a cookie, and the login replaces it. A
 * write sends the token in X-CSRFToken, with a Referer. All unknown callers get a 403.
 */
export function djangoDoor(): Door {
  let token = 'csrf-first-4711'
  let before = token
  let writes = 0
  return (request, body) => {
    const { pathname } = new URL(request.url)
    const { csrftoken, sessionid } = cookiesOf(request)
    const isLogin = pathname === '/accounts/login/'
    const form = `<form><input type="hidden" name="csrfmiddlewaretoken" value="${token}"><input name="username"><input type="password" name="password"></form>`
    if (isLogin && request.method === 'GET') return html(form, `csrftoken=${token}; Path=/`)
    if (isWrite(request)) {
      const fields = new URLSearchParams(body)
      const sent = request.headers.get('x-csrftoken') ?? fields.get('csrfmiddlewaretoken')
      if (csrftoken !== sent || (sent !== token && sent !== before) || !request.headers.has('referer'))
        return refused(403, 'CSRF Failed.')
      if (isLogin) {
        if (fields.get('username') !== 'ada' || fields.get('password') !== 'pw-ada-4711')
          return html(form, `csrftoken=${token}; Path=/`)
        token = 'csrf-second-4711'
        before = token
        return entered(`csrftoken=${token}; Path=/`, 'sessionid=s-ada-4711; HttpOnly')
      }
    }
    if (sessionid !== 's-ada-4711') return refused(403, 'Authentication credentials were not provided.')
    // Cookies rotate during a session; a request already under way still has the previous token.
    if (!isWrite(request) || ++writes % 5 !== 0) return undefined
    before = token
    token = `csrf-${writes}-4711`
    return { cookie: `csrftoken=${token}; Path=/` }
  }
}

/**
 * Behaves like Laravel with Sanctum: one endpoint sets the token as an encoded cookie, and a write without
 * the token gets a 419.
 */
export function laravelDoor(): Door {
  const token = 'eyJpdiI6IjQ3MTEifQ=='
  return (request, body) => {
    const { pathname } = new URL(request.url)
    if (pathname === '/sanctum/csrf-cookie')
      return new Response(null, {
        status: 204,
        headers: [
          ['set-cookie', `XSRF-TOKEN=${encodeURIComponent(token)}; Path=/`],
          ['set-cookie', 'laravel_session=guest-4711; HttpOnly'],
        ],
      })
    if (pathname === '/login' && request.method === 'GET') return refused(405, 'No.')
    if (isWrite(request) && request.headers.get('x-xsrf-token') !== token)
      return refused(419, 'CSRF token mismatch.')
    if (pathname === '/login')
      return body === '{"email":"ada@a.test","password":"pw"}'
        ? Response.json({}, { headers: [['set-cookie', 'laravel_session=ada-4711; HttpOnly']] })
        : refused(422, 'Wrong.')
    return cookiesOf(request)['laravel_session'] === 'ada-4711' ? undefined : refused(401, 'Unauthenticated.')
  }
}

/** Behaves like Rails: pages contain the token, and a user gets a new one by logging in. */
export function railsDoor(): Door {
  return (request, body) => {
    const { pathname } = new URL(request.url)
    const isAda = cookiesOf(request)['_app_session'] === 'ada-4711'
    const token = isAda ? 'token-ada+/4711==' : 'token-guest-4711=='
    const page = `<meta name="csrf-param" content="authenticity_token"><meta name="csrf-token" content="${token}">`
    if (pathname === '/') return html(page)
    if (pathname === '/session/new')
      return html(
        `${page}<form action="/session"><input type="hidden" name="authenticity_token" value="${token}"><input type="hidden" name="back" value="/a&amp;b"><input name="user"><input type="password" name="password"></form>`,
        '_app_session=guest-4711',
      )
    const fields = new URLSearchParams(body)
    const sent = request.headers.get('x-csrf-token') ?? fields.get('authenticity_token')
    if (isWrite(request) && sent !== token) return refused(422, "Can't verify CSRF token authenticity.")
    if (pathname === '/session')
      return fields.get('back') === '/a&b' && fields.get('user') === 'ada'
        ? entered('_app_session=ada-4711; HttpOnly')
        : refused(401, 'Wrong.')
    return isAda ? undefined : refused(401, 'Who?')
  }
}

/** A JSON login that returns the token and its header name. */
export function jsonDoor(): Door {
  return (request, body) => {
    const { pathname } = new URL(request.url)
    if (pathname === '/login')
      return body === '{"user":"ada"}'
        ? Response.json(
            { user: 'ada', csrf: { headerName: 'X-Forgery', parameterName: '_csrf', token: 'forgery-4711' } },
            { headers: [['set-cookie', 'sid=ada-4711']] },
          )
        : refused(405, 'No.')
    if (cookiesOf(request)['sid'] !== 'ada-4711') return refused(401, 'Who?')
    return isWrite(request) && request.headers.get('x-forgery') !== 'forgery-4711'
      ? refused(403, 'Forged.')
      : undefined
  }
}

/** Expects a key in the query. */
export function queryDoor(): Door {
  return ({ url }) =>
    new URL(url).searchParams.get('api_key') === 'q-key-4711' ? undefined : refused(401, 'No key.')
}

/** Accepts client credentials only in the form; each token is valid for `lifetime` requests. */
export function oauthDoor({ lifetime }: { readonly lifetime: number }): Door {
  let tokens = 0
  let left = 0
  return (request, body) => {
    const { pathname } = new URL(request.url)
    if (pathname === '/oauth/token') {
      const { grant_type, client_id, client_secret, scope } = Object.fromEntries(new URLSearchParams(body))
      if (request.headers.has('authorization') || client_id !== 'app' || client_secret !== 's3cret-4711')
        return Response.json({ error: 'invalid_client' }, { status: 401 })
      if (grant_type !== 'client_credentials' || scope !== 'notes')
        return Response.json({ error: 'invalid_scope' }, { status: 400 })
      left = lifetime
      return Response.json({ access_token: `token-${++tokens}-4711`, token_type: 'bearer' })
    }
    const isGood = request.headers.get('authorization') === `Bearer token-${tokens}-4711` && left-- > 0
    return isGood
      ? undefined
      : new Response('{"detail":"No."}', {
          status: 401,
          headers: { 'content-type': 'application/json', 'www-authenticate': 'Bearer' },
        })
  }
}

/** Rejects requests without these headers, with a challenge that describes them. */
export function challengeDoor({
  challenge,
  headers,
}: {
  readonly challenge: string
  readonly headers: Readonly<Record<string, string>>
}): Door {
  return (request) =>
    Object.entries(headers).every(([name, value]) => request.headers.get(name) === value)
      ? undefined
      : new Response('{"detail":"Who?"}', {
          status: 401,
          headers: { 'content-type': 'application/json', 'www-authenticate': challenge },
        })
}
